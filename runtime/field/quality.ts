import { DEVICE_STATE, QUALITY, type Quality, STALE_AFTER_INTERVALS } from './kinds'

/** What is known of when a device was heard and what its readings are worth. */
export interface Heard {
  /** `DEVICE_STATE` */
  readonly deviceState: number
  /** Of the last report, in milliseconds since 1970; null: never heard of. */
  readonly ts: number | null
  /** Seconds without a report after which it is stale. */
  readonly staleAfter: number
  /** The worst `QUALITY` among its latest readings, as it was when they came; absent: it has sent none. */
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
  return WORDS.find((word) => QUALITY[word] === readings) ?? 'BAD'
}

/**
 * `deviceState` of the wire: silence hides everything else, a fault hides that somebody works on it.
 *
 * @param state as the device's reports and their absence made it; absent: it has never been heard of.
 */
export function deviceStateOf(state: number | null, isInMaintenance: boolean): number {
  if (state === null) return DEVICE_STATE.offline
  return state === DEVICE_STATE.online && isInMaintenance ? DEVICE_STATE.maintenance : state
}
