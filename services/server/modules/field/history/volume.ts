import {
  countedIn,
  flowedIn,
  type MeterReading,
  partOf,
  type Stretch,
  unknownVolume,
  type Volume,
  wholeFlow,
} from '@runtime/field/meter'
import type { Db } from '../../../module'
import {
  FARTHEST,
  LEAST_GAP,
  pumpsOf,
  readingsAround,
  readingsOf,
  runningTimes,
  stationMeters,
  type WaterPump,
} from './volume-facts'

/** Pumps may give more than they are rated for. */
const RATED = 3

/** A pump's part of a time, whose water is to be known. */
export interface PumpShare extends Stretch {
  readonly projectId: string
  readonly pumpId: string
  /** Of the pump's water, 0 to 1: other turns had the rest at the same time. */
  readonly part: number
}

/** A volume as it is written down, with the meter that told of it and what that showed at both ends, where it has told. */
export interface PumpVolume extends Volume {
  readonly meterId: string | null
  readonly startTotal: number | null
  readonly endTotal: number | null
}

/**
 * What a pump gave in a time, in m³: by the station's meter, shared among the pumps that ran by what each delivered (by what they
 * are rated for, where one has not told); by the pump's own flow where no meter tells. Unknown where neither does, never 0.
 * @param now milliseconds since 1970: what the meter has yet to say is waited for
 */
export async function volumeOfPump(db: Db, share: PumpShare, now: number): Promise<PumpVolume> {
  const { projectId, pumpId } = share
  const [meters, pumps, running] = await Promise.all([
    stationMeters(db, projectId),
    pumpsOf(db, projectId),
    runningTimes(db, projectId, share),
  ])
  const own = pumps.find(({ id }) => id === pumpId)
  const ran = pumps.filter(({ id }) => id === pumpId || msOf(running.get(id) ?? [], share) > 0)
  const flows = new Map<string, readonly MeterReading[]>()
  for (const { id, no } of pumps) {
    const readings = await readingsOf(db, no, 'flow', share)
    if (ran.some((pump) => pump.id === id) || readings.some(({ value }) => value > 0)) flows.set(id, readings)
  }
  const fed = pumps.filter(({ id }) => flows.has(id))
  const byPumps = (stretch: Stretch): number | null => {
    let sum = 0
    for (const { id, gapMs } of fed) {
      const m3 = wholeFlow(flows.get(id) ?? [], stretch, gapMs)
      if (m3 === null) return null
      sum += m3
    }
    return fed.length > 0 ? sum : null
  }
  const flowing = [...running.values()].flat().toSorted((one, other) => one.from - other.from)
  const mostM3h = mostOf(pumps)
  for (const meter of meters) {
    const totals = await readingsAround(db, meter.no, 'total', share)
    const rates = await readingsOf(db, meter.no, 'flow', share)
    const byOwnFlow = (stretch: Stretch) => wholeFlow(rates, stretch, meter.gapMs)
    const isSilent = !totals.some(({ at }) => at > share.from - meter.gapMs)
    if (isSilent && rates.length === 0) continue
    const volume = isSilent
      ? flowedIn(rates, share, meter.gapMs)
      : countedIn(totals, share, {
          gapMs: meter.gapMs,
          isAwaited: now - share.to < FARTHEST,
          flowing: merged(flowing),
          ...(mostM3h !== undefined && { mostM3h }),
          fill: (stretch) => byOwnFlow(stretch) ?? byPumps(stretch),
        })
    const said: Volume = isSilent ? { ...volume, notes: [...volume.notes, { code: 'byRate' }] } : volume
    if (said.m3 === null && said.quality !== 'provisional') continue
    const known = partOfPump(said, share, own, fed, ran, flows, running)
    return {
      ...partOf(known, share.part, 'sharedMeter'),
      meterId: meter.id,
      startTotal: totals.findLast(({ at }) => at <= share.from)?.value ?? null,
      endTotal: totals.find(({ at }) => at >= share.to)?.value ?? null,
    }
  }
  return {
    ...byOwnPump(share, own, flows, meters.length > 0),
    meterId: null,
    startTotal: null,
    endTotal: null,
  }
}

function byOwnPump(
  share: PumpShare,
  own: WaterPump | undefined,
  flows: ReadonlyMap<string, readonly MeterReading[]>,
  hasMeter: boolean,
): Volume {
  const volume = flowedIn(flows.get(share.pumpId) ?? [], share, own?.gapMs ?? LEAST_GAP)
  if (volume.m3 === null) return unknownVolume({ code: hasMeter ? 'silent' : 'noMeter' })
  return partOf({ ...volume, notes: [...volume.notes, { code: 'byPump' }] }, share.part, 'sharedMeter')
}

/** A pump's part of what the meter counted for all that ran. */
function partOfPump(
  volume: Volume,
  share: PumpShare,
  own: WaterPump | undefined,
  fed: readonly WaterPump[],
  ran: readonly WaterPump[],
  flows: ReadonlyMap<string, readonly MeterReading[]>,
  running: ReadonlyMap<string, readonly Stretch[]>,
): Volume {
  const given = fed.map(({ id, gapMs }) => flowedIn(flows.get(id) ?? [], share, gapMs).m3)
  const sum = given.reduce<number>((all, m3) => all + (m3 ?? 0), 0)
  const isTold = given.every((m3) => m3 !== null)
  if (isTold && sum > 0 && own) return { ...volume, ...timesM3(volume, (given[fed.indexOf(own)] ?? 0) / sum) }
  const others = ran.filter(({ id }) => id !== share.pumpId)
  if (others.length === 0 || !own) return volume
  // One of them is silent: what they are rated for stands for all, else the time that each ran.
  const isRated = ran.every(({ ratedM3h }) => ratedM3h > 0)
  const weightOf = ({ id, ratedM3h }: WaterPump) =>
    (isRated ? ratedM3h : 1) * msOf(running.get(id) ?? [share], share)
  const all = ran.reduce((weight, pump) => weight + weightOf(pump), 0)
  return partOf(volume, all > 0 ? weightOf(own) / all : 1 / ran.length, 'shared')
}

const timesM3 = ({ m3 }: Volume, part: number) => ({ m3: m3 === null ? null : m3 * part })

/** Milliseconds of a span that stretches have together. */
const msOf = (stretches: readonly Stretch[], span: Stretch): number =>
  stretches.reduce(
    (ms, { from, to }) => ms + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
    0,
  )

function mostOf(pumps: readonly WaterPump[]): number | undefined {
  const isRated = pumps.length > 0 && pumps.every(({ ratedM3h }) => ratedM3h > 0)
  return isRated ? RATED * pumps.reduce((sum, { ratedM3h }) => sum + ratedM3h, 0) : undefined
}

/** Stretches without their overlaps, in order. */
function merged(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = []
  for (const one of stretches) {
    const last = all.at(-1)
    if (last && one.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, one.to) }
    else all.push(one)
  }
  return all
}
