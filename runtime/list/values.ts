import type { FieldPlan } from '../form/plan'
import { isRecord } from '../json'
import { isMultiple } from './fields'

/** A single value of a record that a condition can validate. */
export type Atom = string | number | boolean

const NUMBER = /^-?\d{1,200}(\.\d{1,200})?$/

/** The number a stored value stands for; null for anything that is none. The server's SQL function `safe_num` says the same. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : null
}

/** A text as it is looked for, whatever the case of its letters. The server's SQL function `folded_text` says the same. */
export function fold(text: string): string {
  // The small sigma that ends a word is another letter: whether it ends one may not change what is found.
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/**
 * The non-empty single values that a record holds at a field: one, those of a list or a path of ids, or for a
 * sub-table's column those of all rows.
 */
export function atomsOf(field: FieldPlan, record: Readonly<Record<string, unknown>>): readonly Atom[] {
  if (!field.table) return atoms(record[field.name], isMultiple(field))
  const rows = record[field.table]
  if (!Array.isArray(rows)) return []
  return rows.filter(isRecord).flatMap((row) => atoms(row[field.name], isMultiple(field)))
}

function atoms(value: unknown, deep: boolean): Atom[] {
  if (Array.isArray(value)) return deep ? value.flatMap((item) => atoms(item, true)) : []
  if (value === '' || value === null || value === undefined || typeof value === 'object') return []
  return [value as Atom]
}

/** Nothing is asked by it: no value, or a list of such. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank)
  return value === '' || value === null || value === undefined
}
