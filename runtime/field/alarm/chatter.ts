/** Activations within so many milliseconds that make an alarm a chattering one (`design/field.md §2.4`). */
export const CHATTER_COUNT = 3
export const CHATTER_WINDOW = 60_000
/** Longest off-delay that chattering leads to, in seconds. */
export const LONGEST_OFF_DELAY = 300

export interface Chatter {
  /** The last activations, the newest last; milliseconds since 1970. */
  readonly recent: readonly number[]
  readonly isChattering: boolean
  /** How long the cause must be gone now, in seconds. */
  readonly offDelaySec: number
}

/** Counts an activation: one that chatters must stay quiet twice as long each time before it counts as gone. */
export function activated(
  before: Pick<Chatter, 'recent' | 'offDelaySec'>,
  at: number,
  ruleOffDelaySec: number,
): Chatter {
  const recent = [...before.recent.filter((time) => at - time < CHATTER_WINDOW && time <= at), at].slice(
    -CHATTER_COUNT,
  )
  const isChattering = recent.length >= CHATTER_COUNT
  const offDelaySec = isChattering
    ? Math.min(LONGEST_OFF_DELAY, Math.max(1, before.offDelaySec, ruleOffDelaySec) * 2)
    : ruleOffDelaySec
  return { recent, isChattering, offDelaySec: Math.max(offDelaySec, ruleOffDelaySec) }
}
