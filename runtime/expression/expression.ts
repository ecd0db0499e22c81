/**
 * Where an expression finds its names. Only top-level names are asked for (`price`, `page`, `items`);
 * members are read from the value. An unknown name answers `undefined`, which an expression sees as null.
 */
export interface Scope {
  get(name: string): unknown
}

/** A reference as it stands in a source. */
export interface Reference {
  /** Dotted, as in `dependencies`; of `x => x.amount` over `items` it is `items.amount`. */
  readonly path: string
  /** 0-based offset of each part of the path in the source. */
  readonly offsets: readonly number[]
}

/** A parsed expression: its references are known, it never throws when evaluated. */
export interface Expression {
  readonly source: string
  /** Dotted references as written, longest form, without duplicates: `["price", "items.amount", "page.category.id"]`. */
  readonly dependencies: readonly string[]
  /** Every place that reads something; absent where an expression was not parsed from a source. */
  readonly references?: readonly Reference[]
  /** The value. Trouble (a division by zero, text where a number is due) gives null and is reported to `report`. */
  evaluate(scope: Scope, report?: ExpressionReport): unknown
}

/** A string with `${…}` places. One that is a single whole `${…}` keeps the type of its value. */
export interface Template {
  readonly source: string
  readonly dependencies: readonly string[]
  /** Every place that reads something; absent where an expression was not parsed from a source. */
  readonly references?: readonly Reference[]
  evaluate(scope: Scope, report?: ExpressionReport): unknown
}

/** Told why an expression had no proper value, for whoever designs the form. */
export type ExpressionReport = (problem: ExpressionProblem) => void

export interface ExpressionProblem {
  readonly kind: 'syntax' | 'limit' | 'division-by-zero' | 'missing-name' | 'type' | 'unknown-function'
  /** Locale key and parameters of a sentence for the designer. */
  readonly message: string
  readonly params?: Readonly<Record<string, unknown>>
  /** 0-based offset in the source, where known. */
  readonly position?: number
}

/** Thrown when an expression is compiled, never when it is evaluated. */
export class ExpressionError extends Error {
  readonly problem: ExpressionProblem
  readonly source: string
  constructor(source: string, problem: ExpressionProblem, text: string) {
    super(text)
    this.name = 'ExpressionError'
    this.source = source
    this.problem = problem
  }
}
