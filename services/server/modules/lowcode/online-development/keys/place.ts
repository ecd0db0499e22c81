import type { Condition } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import { containsSql, INDEXED, type Place, placeOf, valueSql } from '../field-sql'
import { type KeyColumn, type KeyTable, SCHEMA } from './plan'

type Test = Extract<Condition, { readonly kind: 'test' }>

/** What is asked of a number's text, which is not kept. */
const OF_TEXT = new Set<Test['operator']>(['contains', 'notContains', 'empty', 'notEmpty'])

/**
 * Whether a test's answer stands in the key table. Texts are kept by their beginnings, which decide whatever is shorter than
 * those; of a number it is not kept whether something stands in its place that is none.
 */
export function isKept({ operator, value }: Test, column: KeyColumn): boolean {
  const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
  if (column.isNumeric) return !OF_TEXT.has(operator) && values.length > 0
  return values.every((one) => [...String(one)].length < INDEXED)
}

/** Whether a condition can be answered from the key table alone. */
export function isKeptWhole(condition: Condition | null, table: KeyTable): boolean {
  if (!condition) return true
  if (condition.kind !== 'test') return condition.of.every((part) => isKeptWhole(part, table))
  const column = table.columns.get(condition.path)
  return column !== undefined && isKept(condition, column)
}

/** A field's value as the key table has it, under the alias `key`. */
export function keyPlace(column: KeyColumn, modelId: string): Place {
  const place = sql.ref(`key.${column.name}`)
  return {
    number: place as RawBuilder<number>,
    prefix: place as RawBuilder<string>,
    text: sql<string>`nullif(${place}, '')`,
    contains: (word) => keptContains(column, modelId, word),
  }
}

/** Pairs and triples of neighbouring letters lead to the few records that can hold a word; of long texts the records themselves are asked. */
function keptContains(
  { name, field, hasWords }: KeyColumn,
  modelId: string,
  word: string,
): RawBuilder<boolean> {
  const place = sql.ref(`key.${name}`)
  const long = sql`select ${containsSql(placeOf(valueSql(field)).text, word)} from record where record.model_id = ${modelId} and record.id = key.id`
  const holds = sql<boolean>`${place} <> '' and case when char_length(${place}) < ${sql.lit(INDEXED)}
    then ${containsSql(place as RawBuilder<string>, word)} else coalesce((${long}), false) end`
  if (!hasWords || [...word].length < 2) return sql<boolean>`(${holds})`
  const sought = sql`${sql.id(SCHEMA, 'sought')}(${word}::text)`
  return sql<boolean>`((key.words @> ${sought} or key.words @> '{""}') and ${holds})`
}
