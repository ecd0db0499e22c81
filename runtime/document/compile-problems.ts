import { FormError, type FormProblem } from '../form/compile/problem'
import { ListError } from '../list/problem'

/** What a compiler found wrong with a form or a list, by pointers into it; undefined for any other error. */
export function compileProblems(error: unknown): readonly FormProblem[] | undefined {
  if (error instanceof FormError) return error.problems
  if (!(error instanceof ListError)) return undefined
  return [{ pointer: error.pointer, message: error.text, params: error.params }]
}
