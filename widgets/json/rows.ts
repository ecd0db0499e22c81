import { isRecord } from '@runtime/json'
import { meantBy } from './definition'

/** A JSON list as a table: what its columns are called, what each holds, and its rows as texts. */
export interface JsonTable {
  readonly columns: readonly JsonColumn[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

export interface JsonColumn {
  readonly name: string
  readonly kind: 'string' | 'number' | 'boolean'
}

const MOST_COLUMNS = 60

/**
 * The table that a text means: a list of objects whose members are texts, numbers or truth values, one kind a column, so
 * that nothing is lost when it is written back. Null for everything else.
 */
export function tableOf(text: string): JsonTable | null {
  const list = text.trim() === '' ? [] : meantBy(text)
  if (!Array.isArray(list) || !list.every(isRecord)) return null
  const kinds = new Map<string, JsonColumn['kind'] | null>()
  for (const row of list)
    for (const [name, value] of Object.entries(row)) {
      const known = kinds.get(name) ?? null
      const kind = value === null ? known : kindOf(value)
      if (kind === undefined || (known !== null && kind !== known)) return null
      kinds.set(name, kind)
    }
  if (kinds.size > MOST_COLUMNS) return null
  const columns = [...kinds].map(([name, kind]) => ({ name, kind: kind ?? ('string' as const) }))
  return { columns, rows: list.map((row) => cellsOf(row, columns)) }
}

/** Cells have names of their own: members may be called anything. */
export const cellName = (index: number): string => `c${index}`

function cellsOf(row: Readonly<Record<string, unknown>>, columns: readonly JsonColumn[]) {
  return Object.fromEntries(
    columns.flatMap(({ name }, index) =>
      row[name] === undefined || row[name] === null ? [] : [[cellName(index), String(row[name])]],
    ),
  )
}

function kindOf(value: unknown): JsonColumn['kind'] | undefined {
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : undefined
}

/** The list that a table holds, an entry a line; what is empty is null, and an empty row is left out. */
export function textOfTable(
  columns: readonly JsonColumn[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const list = rows
    .map((row) => columns.map(({ kind }, index) => valueMeant(String(row[cellName(index)] ?? ''), kind)))
    .filter((values) => values.some((value) => value !== null))
    .map((values) => Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])))
  return JSON.stringify(list, null, 2)
}

/** What is no number any more, once somebody has written something else, is a text. */
function valueMeant(text: string, kind: JsonColumn['kind']): unknown {
  if (text === '') return null
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  return text
}
