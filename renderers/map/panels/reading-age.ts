import { type Freshness, readingsOf } from '@runtime/field/freshness'
import { QUALITY, STALE_AFTER_INTERVALS } from '@runtime/field/kinds'
import { qualityOf, readingQuality } from '@runtime/field/quality'

/** How old one reading is, and whether it can still be read as what is now. */
export interface ReadingState {
  readonly isStale: boolean
  /** Whether it repeats itself as only a sensor that hangs does. */
  readonly isFrozen: boolean
  /** Milliseconds; null: not known. */
  readonly age: number | null
}

/** Whether nothing is heard of the device itself: then none of its readings is of now. */
export const isSilent = ({ deviceState = 0, ts = null, staleAfter = 0 }: Freshness, now: number): boolean =>
  staleAfter > 0 && qualityOf({ deviceState, ts, staleAfter }, now) === 'STALE'

/**
 * Each reading by its own time (`design/field.md §2.6`): a metric that has stopped is old, however often its device says the
 * others.
 *
 * @param now milliseconds since 1970, by the server's clock.
 */
export function readingStates(device: Freshness, now: number): ReadonlyMap<string, ReadingState> {
  const silent = isSilent(device, now)
  const every = (device.staleAfter ?? 0) / STALE_AFTER_INTERVALS
  const states = new Map<string, ReadingState>()
  for (const name of Object.keys(device.last ?? {}))
    states.set(name, {
      isStale: silent,
      isFrozen: false,
      age: typeof device.ts === 'number' ? now - device.ts : null,
    })
  for (const reading of readingsOf(device))
    states.set(reading.metric, {
      isStale: silent || readingQuality(reading, every, now) >= QUALITY.STALE,
      isFrozen: device.frozen?.[reading.metric] === 1,
      age: Math.max(0, now - reading.at),
    })
  return states
}
