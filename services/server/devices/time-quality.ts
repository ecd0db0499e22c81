import { DIRECTION, metricByCode, QUALITY, type Reported } from '@runtime/field/kinds'

/** A device's clock may be wrong by so much, in milliseconds, before its readings count as uncertain or for nothing. */
export const SKEW = { uncertain: 60_000, refused: 600_000 } as const
/** Readings older than this, in milliseconds, are history: no reason for an alarm. */
export const HISTORY = 7 * 86_400_000

/** Whether a device's clock can be believed, by the time that a message of it names (`design/field.md §2.6, §3.3`). */
export function timeQuality(at: number, now: number): 'good' | 'uncertain' | 'future' | 'history' {
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

/** A clock that differs by less, in milliseconds, goes right: that much a message may take on its way. */
const RIGHT = 5_000

/**
 * Whether a state is newer than the one that is known. A clock that ran ahead and has been set right would else be wrong about
 * every state until it is that late again; what comes again from before stays old all the same.
 */
export function isNewer(
  at: number,
  { known, now }: { readonly known: number; readonly now: number },
): boolean {
  return at > known || (known - now > SKEW.uncertain && Math.abs(now - at) <= RIGHT)
}
