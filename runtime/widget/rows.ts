import { isRecord, parseJson } from '../json'
import type { WidgetContext } from './definition'

/** A row as stored and sent: values by column name. */
export type TableRow = Readonly<Record<string, unknown>>

/** Rows out of a stored value: an array, or its JSON text as older records have it; null for anything else. */
export function rowsOf(value: unknown): readonly TableRow[] | null {
  if (value === null || value === undefined || value === '') return []
  const rows = parseJson(value)
  return Array.isArray(rows) ? rows.filter(isRecord) : null
}

/** How many rows a value has, in words; none: the empty text. */
export function rowCount(value: unknown, context: Pick<WidgetContext, 'text'>): string {
  const count = rowsOf(value)?.length ?? 0
  return count === 0 ? '' : context.text('@table.rowCount', { count })
}
