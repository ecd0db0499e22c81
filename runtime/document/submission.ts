/** Where a form's members go when it is submitted. */
export interface Submission {
  /** Calls that it is sent to, for whoever is told. */
  readonly calls: readonly string[]
  /** Members that at least one of them accepts. */
  readonly accepts: ReadonlySet<string>
  /** Members that the steps read by name: they go where the steps say. */
  readonly reads: ReadonlySet<string>
}
