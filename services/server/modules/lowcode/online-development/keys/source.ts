import type { FieldPlan } from '@runtime/form/plan'
import type { Condition } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Places } from '../condition-sql'
import { isSingle, placeOf, valueSql } from '../field-sql'
import { isKept, isKeptWhole, keyPlace } from './place'
import { type KeyTable, SCHEMA } from './plan'

/** Columns that a record and what is kept of it both have. */
type Own = 'id' | 'owner_id' | 'organize_id' | 'project_id' | 'created_at'

/** What a question about the records of a model is put to: what is kept of them, the records, or both. */
export interface RecordSource {
  readonly modelId: string
  /** What follows `from`. */
  readonly from: RawBuilder<unknown>
  /** The same with `record` among it, for what only the whole records can tell. */
  readonly fromRecords: RawBuilder<unknown>
  /** The whole records, called `record`. */
  readonly records: RawBuilder<unknown>
  /** The model's own records that have not been deleted. */
  readonly all: RawBuilder<boolean>
  own(column: Own): RawBuilder<unknown>
  readonly places: Places
  /** A field's number, kept beside the records as it was written; null where only these have it. */
  decimal(field: FieldPlan): RawBuilder<unknown> | null
}

/** The records themselves. */
export function recordSource(modelId: string): RecordSource {
  return {
    modelId,
    from: sql`record`,
    records: sql`record`,
    fromRecords: sql`record`,
    all: sql<boolean>`record.model_id = ${modelId} and record.deleted_at is null`,
    own: (column) => sql.ref(`record.${column}`),
    places: (field) => placeOf(valueSql(field)),
    decimal: () => null,
  }
}

/**
 * The key table where there is one that is whole, with the records beside it where a condition or an order asks for what it
 * has not.
 */
export function sourceOf(
  modelId: string,
  table: KeyTable | null,
  request: { readonly conditions: readonly (Condition | null)[]; readonly fields: readonly FieldPlan[] },
): RecordSource {
  if (!table) return recordSource(modelId)
  const keys = sql`${sql.id(SCHEMA, table.name)} as key`
  const fromRecords = sql`${keys} join record on record.model_id = ${modelId} and record.id = key.id`
  const isWhole =
    request.conditions.every((condition) => isKeptWhole(condition, table)) &&
    request.fields.every((field) => table.columns.has(field.path))
  return {
    modelId,
    from: isWhole ? keys : fromRecords,
    records: sql`record`,
    fromRecords,
    all: sql<boolean>`true`,
    own: (column) => sql.ref(`key.${column}`),
    places: (field, test) => {
      const column = isSingle(field) ? table.columns.get(field.path) : undefined
      return column && (!test || isKept(test, column)) ? keyPlace(column, modelId) : placeOf(valueSql(field))
    },
    decimal: (field) => {
      const decimal = table.columns.get(field.path)?.decimal ?? null
      return decimal === null ? null : sql.ref(`key.${decimal}`)
    },
  }
}
