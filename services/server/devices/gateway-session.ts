/** A gateway's session as far as its births have told of it (`design/field.md §2.6`). */
export interface GatewaySession {
  /** Of the birth that counts; a will of the session bears the same one. */
  readonly bdSeq: number
  /** Of the sessions before that another has followed, the latest first. */
  readonly ended: readonly number[]
}

/** Sessions of one gateway whose wills a broker may still owe: a bad line opens several before the first is given up. */
const MOST_ENDED = 8
/** Sparkplug's numbers begin anew after it. */
const LAST_BD_SEQ = 255

/**
 * The session that a birth begins. Whatever its number: a gateway that has been restarted may count from nought again, and a
 * birth that is asked for again goes on with its own.
 */
export function beginSession(before: GatewaySession | undefined, bdSeq: number): GatewaySession {
  if (!before) return { bdSeq, ended: [] }
  if (before.bdSeq === bdSeq) return before
  const others = [before.bdSeq, ...before.ended].filter((one) => one !== bdSeq)
  return { bdSeq, ended: [...new Set(others)].slice(0, MOST_ENDED) }
}

/**
 * Whether a will ends the session: it is its own, or that of a later one whose birth nobody has heard. One that another has
 * followed is not ended again by what comes late of it.
 */
export function isEndedBy({ bdSeq, ended }: GatewaySession, will: number): boolean {
  return will === bdSeq || !(ended.includes(will) || isOlder(will, bdSeq))
}

/**
 * Of numbers that no birth has told of: which was before. Sparkplug's are of one byte, so among such the nearer way round says
 * so; our own may be anything that grows, such as the time of the boot.
 */
export function isOlder(bdSeq: number, birth: number): boolean {
  if (Math.max(bdSeq, birth) > LAST_BD_SEQ) return bdSeq < birth
  const ago = (birth - bdSeq + LAST_BD_SEQ + 1) % (LAST_BD_SEQ + 1)
  return ago > 0 && ago <= (LAST_BD_SEQ + 1) / 2
}
