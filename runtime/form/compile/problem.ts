import type { TextParams } from '../../text'

/** One thing wrong with a form document: where, what, and the nearest valid choice. */
export interface FormProblem {
  /** JSON pointer into the document. */
  readonly pointer: string
  /** Locale key (`@form.problem.…`) of the sentence. */
  readonly message: string
  readonly params?: TextParams
  readonly expected?: string
  readonly nearest?: string
}

/** Thrown when a form document cannot be compiled; carries every problem found, not only the first. */
export class FormError extends Error {
  readonly problems: readonly FormProblem[]
  constructor(problems: readonly FormProblem[]) {
    super(problems.map(describe).join('\n'))
    this.name = 'FormError'
    this.problems = problems
  }
}

function describe({ pointer, message, params }: FormProblem): string {
  const details = Object.entries(params ?? {}).map(([name, value]) => `${name}: ${String(value)}`)
  return `${pointer || '/'} ${message}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}
