import { metricByCode, metricByName, QUALITY } from '@runtime/field/kinds'

/** A device's clock may be wrong by so much, in milliseconds, before its readings count as uncertain or for nothing. */
export const SKEW = { uncertain: 60_000, refused: 600_000 } as const
/** Readings older than this, in milliseconds, are history: no reason for an alarm. */
export const HISTORY = 7 * 86_400_000

/** Whether a reading's time can be believed (`design/field.md §2.6, §3.3`). */
export function judgeTime(at: number, now: number): 'good' | 'uncertain' | 'future' | 'history' {
  if (at - now > SKEW.refused) return 'future'
  if (at - now > SKEW.uncertain) return 'uncertain'
  return now - at > HISTORY ? 'history' : 'good'
}

/** Whether a value is one that its metric can have. */
export function isInRange(metric: number, value: number): boolean {
  const known = metricByCode(metric)
  return !known || (value >= known.min && value <= known.max)
}

/** Measured with noise: the same value over and over is a sensor that hangs. Others stand still for good reason. */
const NOISY = new Set(
  ['vwc20', 'vwc40', 'vwc60', 'airTemp', 'pres', 'flow'].map((name) => metricByName(name)?.code),
)
/** So many equal readings in a row are believed. */
const MOST_EQUAL = 12

/** Remembers how often each series has repeated itself; what comes again or from before does not count. */
export function createFreezeWatch(): (
  deviceNo: number,
  metric: number,
  at: number,
  value: number,
) => boolean {
  const series = new Map<string, { value: number; at: number; times: number }>()
  return (deviceNo, metric, at, value) => {
    if (!NOISY.has(metric)) return false
    const key = `${deviceNo} ${metric}`
    const run = series.get(key)
    if (run && at <= run.at) return run.times > MOST_EQUAL
    // What is switched off measures nothing, evenly.
    const times = run && run.value === value && value !== 0 ? run.times + 1 : 1
    series.set(key, { value, at, times })
    return times > MOST_EQUAL
  }
}

/** The quality of a reading whose time is believed. */
export function qualityOf(isSkewed: boolean, inRange: boolean, isFrozen: boolean): number {
  return isSkewed || !inRange || isFrozen ? QUALITY.UNCERTAIN : QUALITY.GOOD
}
