export interface TestResult {
  readonly what: 'test'
  /** From the project's root. */
  readonly file: string
  /** Where the runner finds it by its line. */
  readonly line?: number
  /** With the groups that it stands in; null for a file that failed as a whole. */
  readonly name: string | null
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly seconds: number
  /** What a failed test said. */
  readonly output?: string
}
/** What a reporter sends to `tests/run.mjs`: the files to come, a test, the time of a file beside its tests, or that the runner has ended. */
export type Told =
  | TestResult
  | { readonly what: 'plan'; readonly files: readonly string[] }
  | { readonly what: 'file'; readonly file: string; readonly seconds: number }
  | { readonly what: 'end' }

export class Results {
  take(told: Told): void
  readonly hasEnded: boolean
  takeRest(): string[]
  count(state: TestResult['state']): number
  failures(): TestResult[]
  addMissing(again: Results): void
  hasPassed(test: Pick<TestResult, 'file' | 'name'>): boolean
  files(): { readonly file: string; readonly seconds: number }[]
}
export function told(failures: readonly TestResult[]): string
export function toldAtOnce(failure: TestResult): string
export function slowest(suite: string, results: Results): string
export function placeOf(test: Pick<TestResult, 'file' | 'line'>): string
export function fileOf(path: string): string
