import { countedIn, type Stretch, type VolumeNote, type VolumeQuality, wholeFlow } from '@runtime/field/meter'
import { QUANTITY } from '@runtime/field/quantity'
import type { Db } from '../../../module'
import { FARTHEST, pumpOf, readingsAround, readingsOf, runningTimes } from './volume-facts'

/** Pumps may draw more than they are rated for. */
const RATED = 3
/** What leaves a part of the energy untold. */
const LOSSES: readonly VolumeNote['code'][] = ['noStart', 'noEnd', 'restarted', 'replaced']

/** A pump's part of a time, whose energy is to be known. */
export interface EnergyShare extends Stretch {
  readonly pumpId: string
  readonly part: number
}

/**
 * What a pump used in a time, by the rules of water meters (`runtime/field/meter`): kWh are counted as m³ are, kW are their flow.
 * `kwh` is null where it is not known, or only that it was so much at least; `provisional`: the counter has yet to tell.
 * @param now milliseconds since 1970
 */
export async function energyOfPump(
  db: Db,
  { pumpId, part, ...share }: EnergyShare,
  now: number,
): Promise<{ readonly kwh: number | null; readonly quality: VolumeQuality }> {
  const pump = await pumpOf(db, pumpId)
  if (!pump) return { kwh: null, quality: 'unknown' }
  const { no, gapMs, ratedKw } = pump
  const counted = await readingsAround(db, no, 'energy', share)
  // One that never tells is not waited for.
  if (counted.length === 0) return { kwh: null, quality: 'unknown' }
  const power = await readingsOf(db, no, 'power', share)
  const running = await runningTimes(db, pump.projectId, share)
  const { m3, quality, notes } = countedIn(counted, share, {
    gapMs,
    isAwaited: now - share.to < FARTHEST,
    flowing: running.get(pumpId) ?? [share],
    mostM3h: ratedKw > 0 ? RATED * ratedKw : QUANTITY.power.limits[1],
    fill: (stretch) => wholeFlow(power, stretch, gapMs),
  })
  const isSlight = ({ code, from = 0, to = Number.POSITIVE_INFINITY }: VolumeNote) =>
    !LOSSES.includes(code) || to - from <= gapMs
  const isKnown = m3 !== null && (quality !== 'partial' || notes.every(isSlight))
  return { kwh: isKnown ? m3 * part : null, quality }
}
