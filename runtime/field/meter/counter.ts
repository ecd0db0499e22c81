import { type Rise, riseOf, withoutSpikes } from './rise'
import {
  lessSure,
  type MeterReading,
  notesOf,
  type Stretch,
  unknownVolume,
  type Volume,
  type VolumeNote,
  type VolumeQuality,
} from './volume'

export interface Counting {
  /** Readings further apart leave a gap, in milliseconds. */
  readonly gapMs: number
  /** Whether a reading after the end may still come. */
  readonly isAwaited: boolean
  /** When pumps ran, in order: water flows then alone. Absent: nobody knows. */
  readonly flowing?: readonly Stretch[]
  /** The most that can flow, m³/h. */
  readonly mostM3h?: number
  /** What else tells of the water in a stretch (a flow), m³; null: nothing. */
  readonly fill?: (stretch: Stretch) => number | null
}

/** Where more than so much of a volume lies between readings of which one is of other water, that is said. */
const INTERPOLATED = 0.05
/** m³ that ran backwards and are worth a word. */
const BACKWARDS = 1

interface Interval extends Stretch {
  readonly rise: Rise
}

/**
 * What a counter (m³) counted in a span, between true readings: those in it, the last before and the first after it. Where the
 * span begins or ends between two, what they counted is parted by the time that water flowed. What a meter that began anew lost
 * is taken from its own flow around it, unless too long a time passed; what then is not known is left out and said.
 * @param readings in the order of time
 */
export function countedIn(readings: readonly MeterReading[], span: Stretch, counting: Counting): Volume {
  const { isAwaited, mostM3h } = counting
  const used = withoutSpikes(around(readings, span), mostM3h)
  const [first, last] = [used[0], used.at(-1)]
  if (!first || !last || span.to <= span.from) return unmeasured(span, counting)
  const intervals = used.slice(1).map((after, index) => {
    const before = used[index] as MeterReading
    return { from: before.at, to: after.at, rise: riseOf(before, after, mostM3h) }
  })
  const sum = new Sum()
  const pace = paceOf(intervals, counting)
  for (const interval of intervals) addInterval(sum, interval, span, counting, pace)
  if (first.at > span.from)
    sum.missing({ from: span.from, to: Math.min(first.at, span.to) }, 'noStart', counting)
  if (last.at < span.to) {
    const rest = { from: Math.max(last.at, span.from), to: span.to }
    if (isAwaited) sum.awaiting(rest, counting)
    else sum.missing(rest, 'noEnd', counting)
  }
  return sum.volume()
}

/** The readings of a span, with the last before and the first after it. */
function around(readings: readonly MeterReading[], { from, to }: Stretch): readonly MeterReading[] {
  const first = Math.max(
    0,
    readings.findLastIndex(({ at }) => at <= from),
  )
  const after = readings.findIndex(({ at }) => at >= to)
  return readings.slice(first, after < 0 ? undefined : after + 1)
}

function unmeasured(span: Stretch, { fill, isAwaited }: Counting): Volume {
  const m3 = fill?.(span) ?? null
  if (m3 !== null) return { m3, quality: 'estimated', notes: [{ code: 'byRate' }] }
  return isAwaited
    ? { m3: null, quality: 'provisional', notes: [{ code: 'awaiting' }] }
    : unknownVolume({ code: 'silent' })
}

function addInterval(
  sum: Sum,
  { from, to, rise }: Interval,
  span: Stretch,
  counting: Counting,
  pace: number | null,
): void {
  const part = { from: Math.max(from, span.from), to: Math.min(to, span.to) }
  if (part.to <= part.from) return
  const [whole, own] = [flowed({ from, to }, counting), flowed(part, counting)]
  if (rise.m3 === null) {
    // Where no water flowed the counter had nothing to lose.
    if (own === 0) {
      sum.add(0, rise.kind, { from, to }, 'measured')
      return
    }
    const filled = counting.fill?.(part) ?? null
    const isShort = to - from <= counting.gapMs
    const m3 = filled ?? (isShort && pace !== null ? pace * own : null)
    if (m3 === null) sum.lose(rise.kind, { from, to })
    else sum.add(m3, rise.kind, { from, to }, 'estimated')
    return
  }
  const isWhole = from >= span.from && to <= span.to
  // What flowed while no pump is known to have run is parted by the clock.
  const share = whole > 0 ? own / whole : (part.to - part.from) / (to - from)
  sum.count(rise.m3, share, isWhole || share === 1, rise.kind, { from, to }, counting.gapMs)
}

/** Milliseconds of a stretch in which water flowed, as far as is known. */
function flowed({ from, to }: Stretch, { flowing }: Counting): number {
  if (!flowing) return to - from
  return flowing.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0)
}

/** m³ a millisecond of flowing, over what was counted without a break; null: nothing was. */
function paceOf(intervals: readonly Interval[], counting: Counting): number | null {
  let [m3, ms] = [0, 0]
  for (const interval of intervals) {
    if (interval.rise.m3 === null) continue
    m3 += interval.rise.m3
    ms += flowed(interval, counting)
  }
  return ms > 0 && m3 >= 0 ? m3 / ms : null
}

/** A volume as it comes together. */
class Sum {
  private m3 = 0
  private isKnown = false
  private quality: VolumeQuality = 'measured'
  private parted = 0
  private back = 0
  private notes: VolumeNote[] = []

  /** What was counted between two readings, and the span's share of it. */
  count(
    m3: number,
    share: number,
    isWhole: boolean,
    kind: Rise['kind'],
    { from, to }: Stretch,
    gapMs: number,
  ) {
    this.m3 += m3 * share
    this.isKnown = true
    if (!isWhole) this.parted += Math.abs(m3 * share)
    if (kind === 'backwards') this.back -= m3 * share
    if (kind === 'rolledOver') this.notes.push({ code: kind, from, to })
    if (to - from <= gapMs || share === 0) return
    this.notes.push({ code: 'gap', from, to })
    if (!isWhole) this.quality = lessSure(this.quality, 'estimated')
  }

  /** What a counter that began anew did not count. */
  add(m3: number, kind: Rise['kind'], { from, to }: Stretch, quality: VolumeQuality) {
    this.m3 += m3
    this.isKnown = true
    this.quality = lessSure(this.quality, quality)
    if (kind === 'restarted' || kind === 'replaced') this.notes.push({ code: kind, from, to })
  }

  lose(kind: Rise['kind'], { from, to }: Stretch) {
    this.quality = lessSure(this.quality, 'partial')
    if (kind === 'restarted' || kind === 'replaced') this.notes.push({ code: kind, from, to })
  }

  missing(stretch: Stretch, code: 'noStart' | 'noEnd', counting: Counting) {
    this.notes.push({ code, ...stretch })
    this.filled(stretch, counting, 'partial')
  }

  awaiting(stretch: Stretch, counting: Counting) {
    this.notes.push({ code: 'awaiting', ...stretch })
    this.filled(stretch, counting, 'provisional')
    this.quality = lessSure(this.quality, 'provisional')
  }

  private filled(stretch: Stretch, counting: Counting, otherwise: VolumeQuality) {
    if (flowed(stretch, counting) === 0) return
    const m3 = counting.fill?.(stretch) ?? null
    this.quality = lessSure(this.quality, m3 === null ? otherwise : 'estimated')
    if (m3 === null) return
    this.m3 += m3
    this.isKnown = true
  }

  volume(): Volume {
    const notes = [...this.notes]
    let quality = this.quality
    if (this.parted > Math.abs(this.m3) * INTERPOLATED) {
      notes.push({ code: 'interpolated' })
      quality = lessSure(quality, 'estimated')
    }
    if (this.back > BACKWARDS) {
      notes.push({ code: 'backwards' })
      quality = lessSure(quality, 'estimated')
    }
    // More came back than went: what the field had of it no counter says.
    const isKnown = this.isKnown && this.m3 >= -BACKWARDS
    if (!isKnown) {
      if (quality === 'provisional') return { m3: null, quality, notes: notesOf(notes) }
      return unknownVolume(...(notes.length > 0 ? notesOf(notes) : [{ code: 'silent' as const }]))
    }
    return { m3: Math.max(0, this.m3), quality, notes: notesOf(notes) }
  }
}
