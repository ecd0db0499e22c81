import type { InterfaceParamValue } from './params'

/** A row of an interface. */
export type Row = Readonly<Record<string, unknown>>

/** Most rows that one run answers. */
export const MAX_ROWS = 10_000

/** Which rows are asked for. */
export interface RowsAsked {
  readonly limit: number
  readonly offset?: number
  /** Only rows whose member is among the values, compared as text. */
  readonly ids?: { readonly member: string; readonly values: readonly string[] }
  readonly keyword?: string | undefined
  /** Members in which the keyword is looked for; none: in all. */
  readonly keywordIn?: readonly string[]
  /** Whether `total` counts all rows, not only those answered. */
  readonly counted?: boolean
}

/**
 * The rows that agree with every parameter that has a value. A parameter that no row knows filters nothing: it belongs
 * to whoever calls, not to the data.
 */
export function filterRows(
  rows: readonly Row[],
  params: readonly InterfaceParamValue[] = [],
): readonly Row[] {
  const requested = params.filter(
    ({ field, defaultValue }) =>
      defaultValue !== undefined &&
      defaultValue !== null &&
      defaultValue !== '' &&
      rows.some((row) => Object.hasOwn(row, field)),
  )
  return rows.filter((row) =>
    requested.every(({ field, defaultValue }) => String(row[field] ?? '') === String(defaultValue)),
  )
}

/** The same questions that a database answers, asked of rows that are there already. */
export function selectRows(
  rows: readonly Row[],
  { limit, offset = 0, ids, keyword, keywordIn = [] }: RowsAsked,
): { readonly rows: readonly Row[]; readonly total: number } {
  const wanted = ids && new Set(ids.values)
  const word = keyword?.trim().toLowerCase()
  const found = rows.filter(
    (row) =>
      (!wanted || wanted.has(String(row[ids?.member ?? '']))) && (!word || holds(row, word, keywordIn)),
  )
  return { rows: found.slice(offset, offset + limit), total: found.length }
}

function holds(row: Row, word: string, members: readonly string[]): boolean {
  const texts = members.length > 0 ? members.map((name) => row[name]) : Object.values(row)
  return texts.some(
    (text) => text !== null && text !== undefined && String(text).toLowerCase().includes(word),
  )
}

/** Rows out of whatever an interface answers: objects in a list; anything else is none (`reference/formdata-format.md §5`). */
export function rowsIn(answer: unknown): readonly Row[] {
  if (!Array.isArray(answer)) return []
  return answer.filter((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
}

/** What stands at a path such as `data.list`; the whole for an empty one. */
export function atPath(value: unknown, path = ''): unknown {
  let at = value
  for (const name of path.split('.').filter((part) => part !== '')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Row)[name]
  }
  return at
}
