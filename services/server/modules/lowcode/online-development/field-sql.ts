import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { isMultiple, isNumeric, namedAs, QueryError, SECRET_USED } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import { foldedSql, READING } from '../../../database/reading'

/** Characters of a text that indexes hold; a btree's entry ends at 2,704 bytes. */
export const INDEXED = 200

/** Where a field's value stands in a record. The key was the name of a field, checked at its release. */
export function valueSql(field: FieldPlan): RawBuilder<unknown> {
  return sql`data -> ${sql.lit(field.key)}`
}

/** One value and not several: it can be compared, ordered and indexed as an expression. */
export function isSingle(field: FieldPlan): boolean {
  return field.table === undefined && !isMultiple(field)
}

/** Text of a JSON value, compared by code point. */
export function textSql(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`safe_text(${value}) collate "C"`
}

/** Number of a JSON value; what is none is less than every number, so that an order has a place for it. */
export function numberSql(value: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce(safe_num(${value}), '-Infinity'::double precision)`
}

/** The number of a JSON value as it was written, to be added up exactly; null for what is none. */
export function decimalSql(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when safe_num(${value}) is not null then safe_text(${value})::numeric end`
}

/** The beginning of a text, as indexes hold it, in the order in which people read; empty for none. */
export function prefixSql(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(left(safe_text(${value}), ${sql.lit(INDEXED)}), '') collate ${READING}`
}

/** A field's value in the forms that conditions and orders compare: as a number, by the beginning of its text, whole. */
export interface Place {
  readonly number: RawBuilder<number>
  readonly prefix: RawBuilder<string>
  /** Null for none. */
  readonly text: RawBuilder<string>
  /** Whether a word stands in the text, whichever case its letters have. */
  contains(word: string): RawBuilder<boolean>
}

/** A JSON value as a place. */
export function placeOf(value: RawBuilder<unknown>): Place {
  const text = textSql(value)
  return {
    number: numberSql(value),
    prefix: prefixSql(value),
    text,
    contains: (word) => containsSql(text, word),
  }
}

/** Whether a text holds a word. */
export function containsSql(text: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(${foldedSql(text)}, ${foldedSql(sql`${word}::text`)}) > 0`
}

/** What an index on a field holds: numbers, or beginnings of text. Conditions and orders are written so that it serves them. */
export function indexedSql(field: FieldPlan): RawBuilder<unknown> {
  return isNumeric(field) ? numberSql(valueSql(field)) : prefixSql(valueSql(field))
}

/** What is kept encrypted is compared with nothing. @throws QueryError */
export function refuseSecret(field: FieldPlan): void {
  if (isSecret(field)) throw new QueryError(SECRET_USED, namedAs(field))
}

/** Orders by a field, empty values first when ascending; texts by their beginnings, so that an index serves it. */
export function orderSql(field: FieldPlan, order: 'asc' | 'desc', place: Place): RawBuilder<unknown> {
  refuseSecret(field)
  return sql`${isNumeric(field) ? place.number : place.prefix} ${sql.raw(order)}`
}

/** All values of a field that may have several, as a set of rows; of a record that was saved whole they stand beside the others. */
export function valuesSql(field: FieldPlan): RawBuilder<unknown> {
  const path = sql`${pathOf(field)}::jsonpath`
  const own = sql`select jsonb_path_query(record.data, ${path}) as value`
  return field.table === undefined
    ? own
    : sql`${own} union all select jsonb_path_query(record.sub_tables, ${path})`
}

/** JSON path of all values of a field that may have several: list items, paths of ids, rows of a sub-table. */
export function pathOf(field: FieldPlan): string {
  const key = JSON.stringify(field.key)
  const place = field.tableKey === undefined ? `$.${key}` : `$.${JSON.stringify(field.tableKey)}[*].${key}`
  return isMultiple(field) ? `lax ${place}.**` : `lax ${place}`
}
