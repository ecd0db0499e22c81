import { DIRECTION, metricByCode, QUALITY, type Reported } from '@runtime/field/kinds'
import { EARLIEST } from './adaptors/time'

/** A device's clock may be wrong by so much, in milliseconds, before its readings count as uncertain or for nothing. */
export const SKEW = { uncertain: 60_000, refused: 600_000 } as const
/** Readings older than this, in milliseconds, are history: no reason for an alarm. */
export const HISTORY = 7 * 86_400_000

/** `lost`: its clock has lost its time; `none`: what stands there is no time. */
export type TimeQuality = 'good' | 'uncertain' | 'future' | 'history' | 'lost' | 'none'

/** Whether a device's clock can be believed, by the time that a message of it names (`design/field.md §2.6, §3.3`). */
export function timeQuality(at: number, now: number): TimeQuality {
  if (Number.isNaN(at)) return 'none'
  if (at < EARLIEST) return 'lost'
  if (at - now > SKEW.refused) return 'future'
  if (at - now > SKEW.uncertain) return 'uncertain'
  return now - at > HISTORY ? 'history' : 'good'
}

/** Whether a value is one that its metric usually has. */
export function isInRange(metric: number, value: number): boolean {
  const known = metricByCode(metric)
  return !known || (value >= known.min && value <= known.max)
}

/** The quality of a reading whose time is believed. */
export function qualityOf({
  isCredible,
  isSkewed,
  inRange,
  isFrozen,
}: {
  readonly isCredible: boolean
  readonly isSkewed: boolean
  readonly inRange: boolean
  readonly isFrozen: boolean
}): number {
  if (!isCredible) return QUALITY.BAD
  return isSkewed || !inRange || isFrozen ? QUALITY.UNCERTAIN : QUALITY.GOOD
}

/** What a device's word on itself can be; what lies beyond cannot be believed. */
const STATE_RANGES: Readonly<Partial<Record<keyof Reported, readonly [least: number, most: number]>>> = {
  dir: [DIRECTION.none, DIRECTION.both],
  gat: [0, 100],
  ang: [0, 360],
  mov: [0, 1],
  mode: [0, 2],
  st: [0, 4],
  freq: [0, 60],
  set: [0, 2],
}

/** The quality of a device's word on itself, which comes with its own time (`design/field.md §2.6`). */
export function stateQualityOf(reported: Reported, isSkewed: boolean): number {
  const isPossible = Object.entries(STATE_RANGES).every(([name, [least, most]]) => {
    const value = reported[name as keyof Reported]
    return typeof value !== 'number' || (value >= least && value <= most)
  })
  return isSkewed || !isPossible ? QUALITY.UNCERTAIN : QUALITY.GOOD
}

/**
 * The time that counts of what a device says of now: its own, but never later than when it was heard. Of a clock that runs ahead or
 * has lost its time what is heard last is the newest.
 */
export function countedAt(at: number, receivedAt: number): number {
  const time = timeQuality(at, receivedAt)
  return time === 'good' || time === 'history' ? Math.min(at, receivedAt) : receivedAt
}

/**
 * Times by when things came whose own times say nothing but how far they lie from each other: the last is from then, the others so
 * long before it, and none of the same millisecond. Where not even the distance can be it is one millisecond.
 */
export function byReceipt(times: readonly number[], receivedAt: number): readonly number[] {
  const newest = Math.max(...times.filter((at) => !Number.isNaN(at)))
  const order = [...times.keys()].sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other)
  const placed: number[] = []
  let next = receivedAt + 1
  for (const index of order.reverse()) {
    const before = newest - (times[index] ?? newest)
    next = Math.min(before <= HISTORY ? receivedAt - before : next, next - 1)
    placed[index] = next
  }
  return placed
}

/**
 * Whether a state is newer than the one that is known; both times are as they count (`countedAt`). Of those that count from when
 * they were heard several may be of one millisecond: there the later word holds.
 */
export function isNewer(
  at: number,
  { known, receivedAt }: { readonly known: number; readonly receivedAt: number },
): boolean {
  return at > known || (at === known && at === receivedAt)
}

/** For so long what came before is known again, in milliseconds: after that its own time says that it is old. */
const KNOWN_AGAIN = SKEW.refused
const MOST_KNOWN = 10_000

/** When something was heard for the first time: what comes again (QoS 1) is as old as it was. */
export type FirstHeard = (key: string, receivedAt: number) => number

/** Remembers when things were heard whose own time does not say how old they are. */
export function createFirstHeard(): FirstHeard {
  const heard = new Map<string, number>()
  return (key, receivedAt) => {
    const first = heard.get(key)
    if (first !== undefined && receivedAt - first <= KNOWN_AGAIN) return Math.min(first, receivedAt)
    heard.delete(key)
    heard.set(key, receivedAt)
    for (const [oldest, at] of heard) {
      if (heard.size <= MOST_KNOWN && receivedAt - at <= KNOWN_AGAIN) break
      heard.delete(oldest)
    }
    return receivedAt
  }
}
