import type { Expression, Scope } from '../../expression/expression'

/** An expression that is always the same. */
export function constant(value: unknown): Expression {
  return { source: String(value), dependencies: [], evaluate: () => value }
}

/** True when every one of them is: a field inside a hidden tab is hidden too. */
export function everyOf(expressions: readonly Expression[]): Expression | undefined {
  const [first, ...others] = expressions
  if (!first || others.length === 0) return first
  return {
    source: expressions.map((expression) => `(${expression.source})`).join(' and '),
    dependencies: [...new Set(expressions.flatMap((expression) => expression.dependencies))],
    evaluate: (scope, report) =>
      expressions.every((expression) => Boolean(expression.evaluate(scope, report))),
  }
}

/** A scope that also knows the exact sum of a sub-table's column without walking its rows. */
export interface SummingScope extends Scope {
  /** Undefined where there is no such column. */
  sum(table: string, column: string): number | undefined
}

export function isSumming(scope: Scope): scope is SummingScope {
  return 'sum' in scope
}
