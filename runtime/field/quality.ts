import { DEVICE_STATE, metricByName, QUALITY, type Quality, STALE_AFTER_INTERVALS } from './kinds'

/** What is known of when a device was heard and what its readings are worth. */
export interface Heard {
  /** `DEVICE_STATE` */
  readonly deviceState: number
  /** Of the last report, in milliseconds since 1970; null: never heard of. */
  readonly ts: number | null
  /** Seconds without a report after which it is stale. */
  readonly staleAfter: number
  /** The worst `QUALITY` among its latest readings and its word on itself, as it stands now; absent: it has sent none. */
  readonly readings?: number
}

const WORDS = Object.keys(QUALITY) as readonly Quality[]

/** Seconds without a report after which what a device said is stale (`design/field.md §2.6`). */
export const staleAfterSec = (uplinkEverySec: number): number => uplinkEverySec * STALE_AFTER_INTERVALS

/**
 * How far what is shown of a device can be trusted (`design/field.md §2.6`): what has fallen silent is stale whatever it said
 * last, else its readings are worth what the worst of them is.
 *
 * @param now milliseconds since 1970.
 */
export function qualityOf(
  { deviceState, ts, staleAfter, readings = QUALITY.GOOD }: Heard,
  now: number,
): Quality {
  if (readings === QUALITY.BAD) return 'BAD'
  if (deviceState === DEVICE_STATE.offline || ts === null || now - ts > staleAfter * 1000) return 'STALE'
  return qualityWord(readings)
}

/** A metric that nobody has said how often to expect: seconds. */
const OTHER_EXPECTED = 600

/**
 * Seconds without a reading of a metric after which the last one is stale (`design/field.md §2.6`). A device that reports less
 * often than its metric usually comes is not late for that.
 */
export function metricStaleAfterSec(metric: string, uplinkEverySec: number): number {
  const own = metricByName(metric)?.staleAfterSec ?? OTHER_EXPECTED * STALE_AFTER_INTERVALS
  return Math.max(own, staleAfterSec(uplinkEverySec))
}

/** A reading as far as it matters to whether it can be believed. */
export interface ReadingAge {
  readonly metric: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** `QUALITY`, as it was when it came. */
  readonly quality: number
  /** Whether it repeats itself as only a sensor that hangs does. */
  readonly isFrozen?: boolean
}

/** What a reading is worth now. */
export function readingQuality(
  { metric, at, quality }: ReadingAge,
  uplinkEverySec: number,
  now: number,
): number {
  const isStale = now - at > metricStaleAfterSec(metric, uplinkEverySec) * 1000
  return isStale ? Math.max(quality, QUALITY.STALE) : quality
}

export const qualityWord = (quality: number): Quality =>
  WORDS.find((word) => QUALITY[word] === quality) ?? 'BAD'

/**
 * `deviceState` of the wire: silence hides everything else, a fault hides that somebody works on it.
 *
 * @param state as the device's reports and their absence made it; absent: it has never been heard of.
 */
export function deviceStateOf(state: number | null, isInMaintenance: boolean): number {
  if (state === null) return DEVICE_STATE.offline
  return state === DEVICE_STATE.online && isInMaintenance ? DEVICE_STATE.maintenance : state
}
