import { claimsBeside, worstOf } from '../interlock/claims'
import type { Situation } from '../interlock/situation'
import { flowOf, goodReading } from '../interlock/water'
import type { GaugeSettings, PumpSettings } from '../kinds'
import { type Metered, type MeterNow, meteredFrom, meterOn } from '../meter'
import type { Run } from './run'

/** A farm's water is told by the meter behind its filters, else by one at its pumps, else by one in a pipe. */
const PLACES: readonly string[] = ['station', 'pumps', 'pipe']
/** Pumps may give more than they are rated for, and be rated for less than they are. */
const RATED = 3

/** What the meter shows that tells of a run's water: the one that it has gone by so far; null: none has spoken. */
export function meterNow({ devices }: Situation, meterId?: string): MeterNow | null {
  const shown = [...devices.values()].flatMap((device) => {
    const reading = device.kind === 'FLOW' ? goodReading(device, 'total') : null
    const place = PLACES.indexOf((device.settings as Partial<GaugeSettings>).place ?? '')
    return reading
      ? [
          {
            meterId: device.id,
            at: reading.at,
            value: reading.value,
            place: place < 0 ? PLACES.length : place,
          },
        ]
      : []
  })
  // Of several in one place that which has counted the most has the water of the others, too.
  const [best] = shown.toSorted((one, other) => one.place - other.place || other.value - one.value)
  return shown.find((one) => one.meterId === meterId) ?? best ?? null
}

/** m³/h that all pumps together can give at most; undefined where one does not say what it is rated for. */
function mostOfPumps({ devices }: Situation): number | undefined {
  const rated = [...devices.values()]
    .filter(({ kind }) => kind === 'PUMP')
    .map(({ settings }) => (settings as Partial<PumpSettings>).ratedM3h ?? 0)
  return rated.length > 0 && rated.every((one) => one > 0)
    ? RATED * rated.reduce((sum, one) => sum + one, 0)
    : undefined
}

/** This run's part of the water while others have theirs, by what their groups are designed for. */
function partOfWater(run: Run, situation: Situation): number {
  const others = claimsBeside(situation, run.id).filter(({ pumpIds }) => pumpIds.length > 0)
  if (others.length === 0) return 1
  const flowOfGroup = (groupId: string | undefined) =>
    groupId === undefined ? 0 : flowOf(worstOf(situation, [groupId]))
  const own = flowOfGroup(run.turns[run.turn]?.groupId)
  const theirs = others.map(({ groupIds }) => flowOfGroup(groupIds[0]))
  const isKnown = own > 0 && theirs.every((one) => one > 0)
  return isKnown ? own / (own + theirs.reduce((sum, one) => sum + one, 0)) : 1 / (others.length + 1)
}

/** What a turn's water is counted from when it comes; null: no meter has spoken. */
export function meteringFrom(situation: Situation): Metered | null {
  const now = meterNow(situation)
  return now && meteredFrom(now)
}

/** What the present turn has had so far, by what its meter shows now. Nothing is added where it shows nothing new. */
export function followMeter(run: Run, situation: Situation): Metered | null {
  const { wateredSince, startTotal } = run
  if (wateredSince === null) return run.metered ?? null
  const now = meterNow(situation, run.metered?.meterId)
  if (!now) return run.metered ?? null
  const known = run.metered ?? null
  if (known === null && startTotal === null) {
    // It speaks for the first time while the water runs: what flowed before that it does not tell.
    const note = { code: 'noStart', from: wateredSince, to: now.at } as const
    return { ...meteredFrom(now), quality: 'partial', notes: [note] }
  }
  const metered = known ?? meteredFrom({ meterId: now.meterId, at: wateredSince, value: startTotal ?? 0 })
  const { at } = metered.last
  if (at >= wateredSince || run.turn === 0)
    return meterOn(metered, now, partOfWater(run, situation), mostOfPumps(situation))
  // What was counted up to the handing over is the turn's before.
  const own = Math.max(0, now.at - wateredSince) / Math.max(1, now.at - at)
  return meterOn(metered, now, own * partOfWater(run, situation), mostOfPumps(situation))
}
