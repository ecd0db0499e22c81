import type { Predicate } from '../expression'
import type { Part, RowPart } from './compile'
import { printTerm } from './functions'
import type { Term } from './place'
import { expressionScope, linesOf, type PrintScope } from './scope'

/** The HTML of parts; `shown` is given what each place prints. */
export function fillParts(
  parts: readonly Part[],
  scope: PrintScope,
  shown: (html: string, term: Term) => string = (html) => html,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'place') return shown(printTerm(part.term, scope), part.term)
      if (part.kind === 'row') return fillRow(part, scope)
      return part.condition.holds(expressionScope(scope)) ? fillParts(part.parts, scope, shown) : ''
    })
    .join('')
}

function fillRow(row: RowPart, scope: PrintScope): string {
  for (const table of row.tables) {
    if (scope.lines.some((line) => line.table === table)) continue
    const lines = linesOf(scope.data.values, table)
    if (!lines) continue
    const rows = lines.flatMap((values, at) => {
      const line = { table, values, number: at + 1 }
      return rowOnce(row, { ...scope, lines: [line, ...scope.lines] })
    })
    const missing = Math.max(0, row.least - rows.length)
    return rows.join('') + row.blank.repeat(missing)
  }
  return rowOnce(row, scope).join('')
}

/** Nothing where its marks hide it. */
function rowOnce({ conditions, parts }: RowPart, scope: PrintScope): readonly string[] {
  const holds = (condition: Predicate) => condition.holds(expressionScope(scope))
  return conditions.every(holds) ? [fillParts(parts, scope)] : []
}
