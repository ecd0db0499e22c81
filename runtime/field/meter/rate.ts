import {
  lessSure,
  type MeterReading,
  notesOf,
  type Stretch,
  unknownVolume,
  type Volume,
  type VolumeNote,
} from './volume'

const HOUR = 3_600_000

/**
 * What flowed in a span by a flow alone (m³/h): between two readings their mean, before the first and after the last of the span
 * what that said, but for no longer than `gapMs`. A flow before the span or after it was other water's.
 * @param readings in the order of time
 */
export function flowedIn(readings: readonly MeterReading[], span: Stretch, gapMs: number): Volume {
  const within = readings.filter(({ at }) => at >= span.from && at <= span.to)
  const [first, last] = [within[0], within.at(-1)]
  if (!first || !last) return unknownVolume({ code: 'silent' })
  const notes: VolumeNote[] = []
  let m3 = 0
  let quality: Volume['quality'] = 'measured'
  const add = (code: 'gap' | 'noStart' | 'noEnd', { from, to }: Stretch, mean: number) => {
    if (to - from <= gapMs) {
      m3 += (mean * (to - from)) / HOUR
      return
    }
    notes.push({ code, from, to })
    quality = lessSure(quality, 'partial')
  }
  add('noStart', { from: span.from, to: first.at }, first.value)
  for (const [index, after] of within.slice(1).entries()) {
    const before = within[index] as MeterReading
    add('gap', { from: before.at, to: after.at }, (before.value + after.value) / 2)
  }
  add('noEnd', { from: last.at, to: span.to }, last.value)
  return { m3: Math.max(0, m3), quality, notes: notesOf(notes) }
}

/** The same where nothing may be missing; else null. */
export function wholeFlow(readings: readonly MeterReading[], span: Stretch, gapMs: number): number | null {
  const { m3, quality } = flowedIn(readings, span, gapMs)
  return quality === 'measured' ? m3 : null
}
