export interface Failure {
  readonly file: string
  readonly name: string
  readonly said: string
}
export function failuresOf(report: string): Failure[]
export function told(failures: readonly Failure[]): string
