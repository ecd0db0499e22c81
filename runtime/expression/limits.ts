/** What one expression may cost. A source beyond a limit is refused when it is compiled, a value when it arises. */
export const EXPRESSION_LIMITS = {
  /** Characters of a source. */
  length: 10_000,
  /** Tokens of a source. */
  tokens: 2_000,
  /** Brackets, conditions and signs within each other. */
  depth: 64,
  /** Characters of a text that a function builds. */
  text: 100_000,
  /** Entries of a list that a function builds or reads. */
  list: 1_000_000,
  /** Work of one evaluation: an entry that is read is 1, a call of `x => …` is 4. */
  work: 4_000_000,
  /** Parsed expressions kept. */
  cache: 4_000,
} as const
