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

/** The choice that differs least from what was written, if any is near (at most a third of its letters). */
export function nearestOf(word: string, choices: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const choice of choices) {
    const distance = editDistance(word.toLowerCase(), choice.toLowerCase())
    if (distance < least) {
      least = distance
      best = choice
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
