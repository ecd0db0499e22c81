import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { ListPlan } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../module'
import { isSingle, textSql, valueSql } from './field-sql'
import type { ListedRecord, RecordData } from './tables'

/** How the records of a tree table hang together: the field with the parent's key, and the key's own field or null for the id. */
export interface TreeFields {
  readonly parent: FieldPlan
  readonly key: FieldPlan | null
}

/** The fields that make a list a tree table; null for other lists. */
export function treeFieldsOf(list: ListPlan, form: FormPlan): TreeFields | null {
  const parent = list.parents && form.fields.get(list.parents.field)
  if (!parent) return null
  return { parent, key: form.fields.get(list.parents?.key ?? '') ?? null }
}

/** The key by which children name a record. */
export function recordKeyOf({ id, data }: ListedRecord, { key }: TreeFields): string | null {
  return key ? lastText(data[key.name]) : id
}

/** The key of a record's parent; a path of ids names it last. */
export function parentKeyOf(data: RecordData, { parent }: TreeFields): string | null {
  return lastText(data[parent.name])
}

function lastText(value: unknown): string | null {
  const last: unknown = Array.isArray(value) ? value.flat(2).at(-1) : value
  return last === undefined || last === null || last === '' || typeof last === 'object' ? null : String(last)
}

/** SQL of `parentKeyOf` and `recordKeyOf`. */
function lastTextSql(field: FieldPlan): RawBuilder<string> {
  const value = valueSql(field)
  if (isSingle(field)) return textSql(value)
  return sql<string>`safe_text(case when jsonb_typeof(${value}) = 'array' then ${value} -> -1 else ${value} end) collate "C"`
}

const keySql = ({ key }: TreeFields): RawBuilder<string> =>
  key ? lastTextSql(key) : sql<string>`record.id collate "C"`

/**
 * Holds for records whose parent is not among those that `where` admits: the top of a tree that is fetched level by
 * level. A record that names itself stands there too, or nobody would ever reach it.
 */
export function topSql(fields: TreeFields, where: RawBuilder<boolean>): RawBuilder<boolean> {
  const parent = lastTextSql(fields.parent)
  const own = keySql(fields)
  return sql<boolean>`(${parent} is null or ${parent} = ${own} or ${parent} not in (
    select ${own} from record where ${where} and ${own} is not null))`
}

/** Holds for the children of the record `id`, which names itself by `key`. */
export function childrenSql({ parent }: TreeFields, key: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`(${lastTextSql(parent)} = ${key} and record.id <> ${id})`
}

/** Which of these keys are somebody's parent, among the records that `where` admits. */
export async function keysWithChildren(
  db: Db,
  fields: TreeFields,
  where: RawBuilder<boolean>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const parent = lastTextSql(fields.parent)
  const own = keySql(fields)
  const { rows } = await sql<{ key: string }>`
    select distinct ${parent} as key from record
    where ${where} and ${parent} = any(${[...keys]}::text[]) and ${parent} is distinct from ${own}`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}
