import { compileExpression } from '../../expression'
import type { Expression, Scope } from '../../expression/expression'
import { isSumming } from './expressions'

/** Text in quotes, or a sum over one member of a list: `SUM(items.amount)`. */
const SUM =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\bSUM\s*\(\s*([\p{L}_][\p{L}\p{N}_]*)\.([\p{L}_][\p{L}\p{N}_]*)\s*\)/gu

interface Sum {
  readonly table: string
  readonly column: string
  /** The same as an expression, for what is no sub-table. */
  readonly plain: Expression
}

/**
 * Compiles an expression of a form. A sum over a sub-table's column is taken from the scope, which keeps it up to date: a
 * keystroke among 10,000 rows must not add them all again.
 * @throws ExpressionError
 */
export function compileFormExpression(source: string): Expression {
  const whole = compileExpression(source)
  // The name in a sum may be a lambda's parameter.
  if (/[=＝][>＞]/.test(source)) return whole
  const sums: Sum[] = []
  const rewritten = source.replace(SUM, (match, table?: string, column?: string) => {
    if (table === undefined || column === undefined) return match
    sums.push({ table, column, plain: compileExpression(match) })
    return nameOf(sums.length - 1)
  })
  if (sums.length === 0) return whole
  const inner = compileExpression(rewritten)
  const places = new Map(sums.map((sum, index) => [nameOf(index), sum]))
  return {
    source,
    dependencies: whole.dependencies,
    ...(whole.references && { references: whole.references }),
    evaluate: (scope, report) => inner.evaluate(withSums(scope, places), report),
  }
}

function withSums(scope: Scope, places: ReadonlyMap<string, Sum>): Scope {
  return {
    get(name) {
      const sum = places.get(name)
      if (!sum) return scope.get(name)
      const kept = isSumming(scope) ? scope.sum(sum.table, sum.column) : undefined
      return kept ?? sum.plain.evaluate(scope)
    },
  }
}

function nameOf(index: number): string {
  return `kept_sum_${index}`
}
