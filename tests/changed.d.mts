/** The suites of `tests/run.mjs`, each with the arguments that narrow it. */
export function planOf(change: {
  readonly ref: string
  readonly files: readonly string[]
}): Record<string, string[]>
