import type { Limits } from '../interlock/limits'
import type { Situation } from '../interlock/situation'
import { freshReading } from '../interlock/water'
import { followMeter } from './metering'
import type { Run, TurnEnd } from './run'

/** Mean of a metric over the stations that speak; null: none does. */
function meanOf(
  deviceIds: readonly string[],
  metric: string,
  situation: Situation,
  limits: Limits,
): number | null {
  const values = deviceIds.flatMap((id) => {
    const device = situation.devices.get(id)
    return device ? (freshReading(device, metric, situation.now, limits) ?? []) : []
  })
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}

/** Whether a turn is over: by time, by volume, or by the soil. */
export function hasHadEnough(run: Run, end: TurnEnd, situation: Situation, limits: Limits): boolean {
  if (run.wateredSince === null) return false
  // Minutes that were made of milliseconds are those milliseconds again.
  if (situation.now - run.wateredSince >= Math.round(end.minutes * 60_000)) return true
  // Without a meter it is over by its time.
  if (end.targetM3 !== undefined && (followMeter(run, situation)?.m3 ?? 0) >= end.targetM3) return true
  if (!end.soil) return false
  const mean = meanOf(end.soil.deviceIds, end.soil.metric, situation, limits)
  return mean !== null && mean >= end.soil.upTo
}
