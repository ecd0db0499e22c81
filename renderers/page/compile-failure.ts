import type { DocumentProblem } from '@runtime/document'
import { compileProblems } from '@runtime/document/compile-problems'

export type CompileFailure =
  | { readonly state: 'broken'; readonly problems: readonly DocumentProblem[] }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => void }

/** What only the compiler finds (rules that read each other) has a pointer but no line. */
export function compileFailure(file: string, error: unknown, retry: () => void): CompileFailure {
  const problems = compileProblems(error)
  if (!problems) return { state: 'failed', message: `${file}: ${(error as Error).message}`, retry }
  return { state: 'broken', problems: problems.map((problem) => ({ file, line: 0, column: 0, ...problem })) }
}
