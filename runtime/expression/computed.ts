import { compileExpression, compileTemplate } from './engine'
import type { Expression, ExpressionReport, Scope } from './expression'
import { truth } from './value'

/** A value of a document whose `${…}` places, to any depth, were compiled once. */
export interface Computed<T = unknown> {
  /** As the document has it. */
  readonly source: unknown
  /** Dotted references of all its places, without duplicates. */
  readonly dependencies: readonly string[]
  /** The value; one without places is the same object every time. */
  evaluate(scope: Scope, report?: ExpressionReport): T
}

/** An expression that is also asked yes or no. */
export interface Predicate extends Expression {
  /** By the expressions' own idea of truth: an empty list is false. */
  holds(scope: Scope): boolean
}

/** @throws ExpressionError for a place that does not parse. */
export function compileValue<T = unknown>(source: unknown): Computed<T> {
  const built = build(source)
  return {
    source,
    dependencies: built ? [...new Set(built.dependencies)] : [],
    evaluate: (scope, report) => (built ? built.evaluate(scope, report) : source) as T,
  }
}

/** A value that is taken as it is, `${…}` and all: what a model's author wrote is no document of ours. */
export function constant<T>(value: T): Computed<T> {
  return { source: value, dependencies: [], evaluate: () => value }
}

/** @throws ExpressionError for a source that does not parse. A constant stands for itself. */
export function compilePredicate(source: string | boolean | number): Predicate {
  const expression = compileExpression(String(source))
  return { ...expression, holds: (scope) => truth(expression.evaluate(scope)) }
}

type Built = Pick<Computed, 'dependencies' | 'evaluate'>

/** Null: nothing in it is to be filled. */
function build(value: unknown): Built | null {
  if (typeof value === 'string') return value.includes('${') ? compileTemplate(value) : null
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value).map(([key, member]) => [key, build(member), member] as const)
  if (entries.every(([, built]) => built === null)) return null
  return {
    dependencies: entries.flatMap(([, built]) => built?.dependencies ?? []),
    evaluate(scope, report) {
      const filled = entries.map(
        ([key, built, member]) => [key, built ? built.evaluate(scope, report) : member] as const,
      )
      return Array.isArray(value) ? filled.map(([, member]) => member) : Object.fromEntries(filled)
    },
  }
}
