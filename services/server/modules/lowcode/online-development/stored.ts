import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import type { RecordData } from './tables'

/** Where a field's values are kept in a model's records, whatever the field is called: `total`, `items.amount`. */
export function keyPath({ key, tableKey }: Pick<FieldPlan, 'key' | 'tableKey'>): string {
  return tableKey === undefined ? key : `${tableKey}.${key}`
}

type Change = (values: RecordData) => RecordData

/** How the members of one object are called anew. */
interface Renaming {
  readonly from: string
  readonly to: string
  readonly rows?: Change | undefined
}

const unchanged: Change = (values) => values

const namings = new WeakMap<object, Change>()
const keyings = new WeakMap<object, Change>()

/** A kept record, or what there is of it, by the names that its form's fields have now. */
export function namedBy(fields: FormPlan['fields'], kept: RecordData): RecordData {
  return changeOf(namings, fields, ({ key, name }) => ({ from: key, to: name }))(kept)
}

/** A record by the keys that it is kept under; so has it the audit, which outlives names too. */
export function keyedBy(fields: FormPlan['fields'], record: RecordData): RecordData {
  return changeOf(keyings, fields, ({ key, name }) => ({ from: name, to: key }))(record)
}

function changeOf(
  known: WeakMap<object, Change>,
  fields: FormPlan['fields'],
  renaming: (field: FieldPlan) => Renaming,
): Change {
  const change = known.get(fields) ?? made([...fields.values()], renaming)
  known.set(fields, change)
  return change
}

function made(fields: readonly FieldPlan[], renaming: (field: FieldPlan) => Renaming): Change {
  const renamings = fields
    .filter(({ table }) => table === undefined)
    .map((field) => {
      const rows = renamed((field.columns ?? []).map(renaming))
      return { ...renaming(field), rows: rows === unchanged ? undefined : rows }
    })
  return renamed(renamings)
}

/** Members that are called otherwise change places, all at once: two may have exchanged their names. */
function renamed(renamings: readonly Renaming[]): Change {
  const changed = renamings.filter(({ from, to, rows }) => from !== to || rows)
  if (changed.length === 0) return unchanged
  return (values) => {
    const next = { ...values }
    for (const { from, to } of changed) {
      delete next[from]
      delete next[to]
    }
    for (const { from, to, rows } of changed) {
      if (!Object.hasOwn(values, from)) continue
      const value = values[from]
      next[to] = rows && Array.isArray(value) ? value.map((row) => (isRecord(row) ? rows(row) : row)) : value
    }
    return next
  }
}

/**
 * A record as its columns hold it. What `kept`, the record that it takes the place of, has of fields that are no more stays, in
 * the rows that stay too.
 */
export function columnsOf(
  form: FormPlan,
  record: RecordData,
  kept: RecordData = {},
): { data: string; sub_tables: string | null } {
  const own = [...form.fields.values()].filter(({ table }) => table === undefined)
  const tables = new Map(own.flatMap((field) => (field.columns ? [[field.key, field] as const] : [])))
  const keyed = Object.entries({ ...unowned(own, kept), ...keyedBy(form.fields, record) })
  const rows = keyed.flatMap(([key, value]) => {
    const table = tables.get(key)
    return table ? [[key, withUnowned(table.columns ?? [], value, kept[key])] as const] : []
  })
  return {
    data: JSON.stringify(Object.fromEntries(keyed.filter(([key]) => !tables.has(key)))),
    sub_tables: rows.length > 0 ? JSON.stringify(Object.fromEntries(rows)) : null,
  }
}

/** What is kept under the keys of none of some fields. */
function unowned(fields: readonly FieldPlan[], kept: RecordData): RecordData {
  const keys = new Set(fields.map(({ key }) => key))
  return Object.fromEntries(Object.entries(kept).filter(([key]) => !keys.has(key)))
}

function withUnowned(columns: readonly FieldPlan[], rows: unknown, kept: unknown): unknown {
  if (!Array.isArray(rows) || !Array.isArray(kept)) return rows
  const before = new Map<unknown, RecordData>(
    kept.flatMap((row: unknown) => {
      const rest = isRecord(row) ? unowned(columns, { ...row, id: undefined }) : {}
      return isRecord(row) && row['id'] !== undefined && Object.keys(rest).length > 1
        ? [[row['id'], rest] as const]
        : []
    }),
  )
  if (before.size === 0) return rows
  return rows.map((row: unknown) =>
    isRecord(row) && before.has(row['id']) ? { ...before.get(row['id']), ...row } : row,
  )
}
