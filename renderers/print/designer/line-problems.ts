import { type Page, pathsIn, templateProblems } from '@runtime/print'

export type LinePart = 'head' | 'foot' | 'watermark'

/** A place in a line of the page that prints nothing. */
export interface LineProblem {
  readonly part: LinePart
  /** As it is written, with its braces; of a watermark all of it. */
  readonly place: string
  /** The model lost the field; it cannot be read; or a watermark, which is the same for all records, names a field. */
  readonly reason: 'gone' | 'malformed' | 'sameForAll'
}

/** What prints nothing in the head, the foot and the watermark. `paths`: of the fields and columns that there are. */
export function lineProblems(page: Page, paths: ReadonlySet<string>): readonly LineProblem[] {
  const { head, foot, watermark } = page
  return [
    ...[head.left, head.center, head.right].flatMap((text) => problemsOf('head', text, paths)),
    ...[foot.left, foot.center, foot.right].flatMap((text) => problemsOf('foot', text, paths)),
    ...problemsOf('watermark', watermark.text, paths),
  ]
}

function problemsOf(part: LinePart, text: string, paths: ReadonlySet<string>): readonly LineProblem[] {
  const found = templateProblems(text, paths, 'line').map(
    ({ place, kind }): LineProblem => ({ part, place, reason: kind === 'gone' ? 'gone' : 'malformed' }),
  )
  if (part !== 'watermark' || found.length > 0 || pathsIn(text).length === 0) return found
  return [{ part, place: text, reason: 'sameForAll' }]
}
