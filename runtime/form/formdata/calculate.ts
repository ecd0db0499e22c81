import { compileExpression, sumDecimal, toDecimalNumber } from '../../expression'
import type { Expression, Scope } from '../../expression/expression'
import { asRecord, asWord } from '../../json'
import { isSumming } from '../compile/expressions'

/** One thing a calculation adds, multiplies …: a value of the same row or form, or the sum of a sub-table's column. */
interface Operand {
  /** `price`, `items.amount`. */
  readonly path: string
  readonly read: (scope: Scope) => number
}

export interface Calculation {
  readonly expression: Expression
  /** Paths as the dependency graph wants them. */
  readonly reads: readonly string[]
}

/** What a name in a calculation may mean. */
export interface CalculationPlace {
  /** The sub-table in whose row the result stands. */
  readonly table?: string
  /** The columns' names by sub-table; the empty name has the form's own fields. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>
}

const OPERATORS: Readonly<Record<string, string>> = { '×': '*', '÷': '/' }

/**
 * Turns the formula editor's tokens into an expression (`reference/formdata-format.md §7`): digits stand one by one, `×`
 * and `÷` are operators, an operand of a sub-table is the row's own value inside its row and the column's sum outside.
 * Missing operands count 0. Null when the tokens make no formula, or name what is not there (`missing` is told).
 */
export function readCalculation(
  tokens: unknown,
  place: CalculationPlace,
  missing: (label: string) => void,
): Calculation | null {
  if (!Array.isArray(tokens) || tokens.length === 0) return null
  const operands: Operand[] = []
  const parts: string[] = []
  const readable: string[] = []
  for (const token of tokens) {
    if (typeof token === 'object' && token !== null) {
      const { __vModel__: name, label } = asRecord(token)
      const operand = readOperand(asWord(name ?? ''), place)
      if (!operand) missing(asWord(label ?? name ?? ''))
      parts.push(operand ? `v${operands.push(operand) - 1}` : '0')
      readable.push(asWord(label ?? name ?? ''))
    } else {
      parts.push(OPERATORS[String(token)] ?? String(token))
      readable.push(String(token))
    }
  }
  // Without spaces digit tokens merge by themselves; operands are set apart so that `v0` and a digit cannot.
  const source = parts.map((part) => (/^[\d.]$/.test(part) ? part : ` ${part} `)).join('')
  return {
    expression: over(operands, compileExpression(source), readable.join(' ')),
    reads: operands.map(({ path }) => path),
  }
}

function readOperand(name: string, place: CalculationPlace): Operand | null {
  const form = place.names.get('')
  for (const [table, columns] of place.names) {
    if (table === '' || !name.startsWith(`${table}.`)) continue
    const column = name.slice(table.length + 1)
    if (!columns.has(column)) continue
    const path = `${table}.${column}`
    if (table === place.table) return { path, read: (scope) => number(scope.get(column)) }
    return { path, read: (scope) => sum(scope, table, column) }
  }
  if (form?.has(name)) return { path: name, read: (scope) => number(scope.get(name)) }
  if (place.table === undefined || !place.names.get(place.table)?.has(name)) return null
  return { path: `${place.table}.${name}`, read: (scope) => number(scope.get(name)) }
}

/** The expression's names are `v0`, `v1` …: a model's names need not be identifiers. */
function over(operands: readonly Operand[], inner: Expression, source: string): Expression {
  return {
    source,
    dependencies: [...new Set(operands.map(({ path }) => path))],
    evaluate: (scope, report) =>
      inner.evaluate({ get: (name) => operands[Number(name.slice(1))]?.read(scope) }, report),
  }
}

function number(value: unknown): number {
  return toDecimalNumber(value) ?? 0
}

function sum(scope: Scope, table: string, column: string): number {
  if (isSumming(scope)) return scope.sum(table, column) ?? 0
  const rows = scope.get(table)
  return Array.isArray(rows) ? sumDecimal(rows.map((row: unknown) => asRecord(row)[column])) : 0
}
