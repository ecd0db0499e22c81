import { isRecord } from '../../json'
import { jsonEqual } from '../../schema/equal'
import { isEmptyValue } from '../../widget/definition'
import { valueAt } from '../places'
import type { FieldPlan, FormPlan, FormRecord } from '../plan'

/** Three states of a record by the names of its form: as it was opened, as somebody else saved it, as it is filled in. */
export interface Sides {
  readonly base: FormRecord
  readonly theirs: FormRecord
  readonly mine: FormRecord
  /** What of it is sent: what is hidden, or closed to the person, is not. */
  readonly sent: FormRecord
}

/** What both changed, each in another way: a field, a cell of a row, or a row that one deleted and the other changed. */
export interface Clash {
  /** Unique among the clashes of one record. */
  readonly key: string
  /** The field; of a cell its column, of a row its table. */
  readonly field: FieldPlan
  /** In a sub-table: the row. */
  readonly row?: {
    readonly table: FieldPlan
    readonly id: string
    /** Position of the row as it was opened, from 0. */
    readonly at: number
  }
  /** Of a row the one that deleted it has `undefined`. */
  readonly theirs: unknown
  readonly mine: unknown
}

export interface Merge {
  readonly clashes: readonly Clash[]
  /** Fields whose value another is than is filled in, since somebody else alone changed it, or rows of it. */
  readonly taken: readonly { readonly field: FieldPlan; readonly value: unknown }[]
}

/**
 * What becomes of a record that two have changed: what one of them alone changed is as that one left it; what both changed
 * otherwise stays as it is filled in, and is a clash. Rows of sub-tables are known by their ids and merged cell by cell.
 */
export function threeWay(plan: FormPlan, { base, theirs, mine, sent }: Sides): Merge {
  const clashes: Clash[] = []
  const taken: { field: FieldPlan; value: unknown }[] = []
  for (const field of plan.fields.values()) {
    if (field.table !== undefined || field.computed) continue
    const [was, there, here] = [base, theirs, mine].map((record) => valueAt(record, field))
    if (sameValue(there, here) || sameValue(was, there)) continue
    // What is not sent keeps the value that it has in the database.
    if (sameValue(was, here) || valueAt(sent, field) === undefined)
      taken.push({ field, value: there ?? null })
    else if (field.columns) {
      const { rows, met } = mergeRows(field, rowsIn(was), rowsIn(there), rowsIn(here))
      clashes.push(...met)
      if (!sameValue(rows, here)) taken.push({ field, value: rows })
    } else clashes.push({ key: field.path, field, theirs: there, mine: here })
  }
  return { clashes, taken }
}

/** The same where nobody knows what the record was before: all fields that differ. */
export function twoWay(plan: FormPlan, { theirs, mine, sent }: Omit<Sides, 'base'>): Merge {
  const clashes = [...plan.fields.values()].flatMap((field): Clash[] => {
    if (field.table !== undefined || field.computed || valueAt(sent, field) === undefined) return []
    const [there, here] = [valueAt(theirs, field), valueAt(mine, field)]
    return sameValue(there, here) ? [] : [{ key: field.path, field, theirs: there, mine: here }]
  })
  return { clashes, taken: [] }
}

function mergeRows(
  table: FieldPlan,
  base: readonly FormRecord[],
  theirs: readonly FormRecord[],
  mine: readonly FormRecord[],
): { readonly rows: readonly FormRecord[]; readonly met: readonly Clash[] } {
  const [was, there] = [byId(base), byId(theirs)]
  const met: Clash[] = []
  const here = byId(mine)
  const rows: FormRecord[] = []
  for (const row of mine) {
    const id = idOf(row)
    const [old, other] = [was.get(id), there.get(id)]
    if (id === '' || (!old && !other)) rows.push(row)
    else if (other) rows.push(mergeCells(table, id, old, other, row))
    // They deleted it: so it is, unless it has been changed here.
    else if (old && !sameRow(table, old, row)) {
      rows.push(row)
      met.push(clashOf(table, id, undefined, row))
    }
  }
  for (const [at, row] of theirs.entries()) {
    const id = idOf(row)
    if (here.has(id)) continue
    const old = was.get(id)
    if (!old) rows.splice(placeAfter(rows, theirs, at), 0, row)
    else if (!sameRow(table, old, row)) met.push(clashOf(table, id, row, undefined))
  }
  return { rows, met }

  function mergeCells(
    table: FieldPlan,
    id: string,
    old: FormRecord | undefined,
    other: FormRecord,
    row: FormRecord,
  ): FormRecord {
    const merged = { ...row }
    for (const column of table.columns ?? []) {
      const { name } = column
      if (column.computed || !(name in row) || sameValue(other[name], row[name])) continue
      if (old && sameValue(old[name], other[name])) continue
      if (old && sameValue(old[name], row[name])) merged[name] = other[name] ?? null
      else
        met.push({
          ...clashOf(table, id, other[name], row[name]),
          key: `${table.path}.${id}.${name}`,
          field: column,
        })
    }
    return merged
  }

  function clashOf(table: FieldPlan, id: string, other: unknown, own: unknown): Clash {
    const at = Math.max(
      base.findIndex((row) => idOf(row) === id),
      0,
    )
    return { key: `${table.path}.${id}`, field: table, row: { table, id, at }, theirs: other, mine: own }
  }
}

/** Puts one side of a clash into the value that its field has by now: of a cell or a row into its rows. */
export function withSide({ field, row }: Clash, value: unknown, now: unknown): unknown {
  if (!row) return value ?? null
  const rows = rowsIn(now)
  if (field !== row.table)
    return rows.map((one) => (idOf(one) === row.id ? { ...one, [field.name]: value ?? null } : one))
  const at = rows.findIndex((one) => idOf(one) === row.id)
  if (!isRecord(value)) return rows.filter((_, index) => index !== at)
  return at < 0 ? rows.toSpliced(row.at, 0, value) : rows.with(at, value)
}

/** What a value has on the side of a clash by now: of a cell or a row out of its rows. */
export function sideOf({ field, row }: Clash, now: unknown): unknown {
  if (!row) return now
  const found = rowsIn(now).find((one) => idOf(one) === row.id)
  return field === row.table ? found : found?.[field.name]
}

/** After the nearest row above it that is still there; else at the beginning. */
function placeAfter(rows: readonly FormRecord[], theirs: readonly FormRecord[], at: number): number {
  for (let above = at - 1; above >= 0; above -= 1) {
    const id = idOf(theirs[above] ?? {})
    const found = rows.findIndex((row) => idOf(row) === id)
    if (found >= 0) return found + 1
  }
  return 0
}

const rowsIn = (value: unknown): readonly FormRecord[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const idOf = (row: FormRecord) => String(row['id'] ?? '')
const byId = (rows: readonly FormRecord[]): ReadonlyMap<string, FormRecord> =>
  new Map(rows.flatMap((row) => (idOf(row) === '' ? [] : [[idOf(row), row]])))

const sameRow = ({ columns = [] }: FieldPlan, left: FormRecord, right: FormRecord): boolean =>
  columns.every(({ name, computed }) => computed || sameValue(left[name], right[name]))

/** Rows and values as they are meant: nothing is nothing, however it is written. */
function sameValue(left: unknown, right: unknown): boolean {
  return (isEmptyValue(left) && isEmptyValue(right)) || jsonEqual(left ?? null, right ?? null)
}
