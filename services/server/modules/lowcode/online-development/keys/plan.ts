import { createHash } from 'node:crypto'
import { isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { type Condition, isNumeric, type ListPlan } from '@runtime/list'
import type { ReleasedModel } from '../../visual-development/released'
import { isSingle } from '../field-sql'
import { indexedFields } from '../indexed-fields'

/** The schema of the database in which the key tables stand; a backup leaves it out, since a server makes them again. */
export const SCHEMA = 'record_key'

/** Raised when what a column holds changes: tables made before are made anew. */
const SHAPE = 3
/** Most columns of a key table; what a list asks for beyond them it reads from the records. */
const MOST = 40

/** A field's values, one a record: numbers (minus infinity for none), or the beginnings of texts (empty for none). */
export interface KeyColumn {
  readonly name: string
  readonly field: FieldPlan
  readonly isNumeric: boolean
  readonly isIndexed: boolean
  /** Its text stands in `words`: a search inside it need not read every record. */
  readonly hasWords: boolean
  /** The column beside it that has its number as it was written, to be added up exactly; null where nobody adds it up. */
  readonly decimal: string | null
}

/** The table that keeps, typed and beside the records of a model, what its list asks by. */
export interface KeyTable {
  /** In `SCHEMA`; another set of columns is another table. */
  readonly name: string
  readonly modelId: string
  /** Whether people reach records by whose they are, or by the unit that these are in. */
  readonly isScoped: boolean
  /** By the path of their field. */
  readonly columns: ReadonlyMap<string, KeyColumn>
}

const tables = new WeakMap<ReleasedModel, KeyTable | null>()

/** The key table of a model; null for one without a list or without records, and for a tree table, whose levels are asked of the records. */
export function keyTableOf(model: ReleasedModel): KeyTable | null {
  const known = tables.get(model)
  if (known !== undefined) return known
  const isKept = model.list && !model.list.parents && model.list.interfaceId === undefined
  const table = isKept && model.list ? tableOf(model, model.list) : null
  tables.set(model, table)
  return table
}

function tableOf(model: ReleasedModel, list: ListPlan): KeyTable {
  const indexed = new Set(indexedFields(model))
  const searched = new Set(
    [...list.columns, ...list.search].map(({ path }) => path).filter((path) => isText(model.form, path)),
  )
  const columns = keptFields(model.form, list).map((field, index) => ({
    name: `k${index + 1}`,
    field,
    isNumeric: isNumeric(field),
    isIndexed: indexed.has(field),
    hasWords: searched.has(field.path),
    decimal: list.summary.includes(field.path) ? `d${index + 1}` : null,
  }))
  const shape = columns.map(({ field, ...column }) => [field.key, ...Object.values(column)])
  const isScoped = list.permissions?.data === true
  return {
    name: `${prefixOf(model.id)}${hash(JSON.stringify([SHAPE, shape, ...(isScoped ? ['scoped'] : [])]), 12)}`,
    modelId: model.id,
    isScoped,
    columns: new Map(columns.map((column) => [column.field.path, column])),
  }
}

/** Begins the names of a model's key tables. */
export const prefixOf = (modelId: string) => `k_${hash(modelId, 12)}_`

/** Whose parts are searched for: words of it are looked for in its texts. */
function isText(form: FormPlan, path: string): boolean {
  const field = form.fields.get(path)
  return field?.definition?.filter?.includes('contains') === true && !isNumeric(field)
}

/** The fields of one value that a list shows, searches, filters, groups or orders by, or calendars ask for. */
function keptFields(form: FormPlan, list: ListPlan): readonly FieldPlan[] {
  const paths = [
    ...(list.sort ? [list.sort.field] : []),
    ...(list.group ? [list.group.path] : []),
    ...(list.tree ? [list.tree.field] : []),
    ...list.search.map(({ path }) => path),
    ...pathsOf(list.filter),
    ...calendarPaths(list),
    ...list.columns.map(({ path }) => path),
  ]
  return [...new Set(paths)]
    .flatMap((path) => form.fields.get(path) ?? [])
    .filter((field) => field.stored && isSingle(field) && !field.columns && !isSecret(field))
    .slice(0, MOST)
}

/** What is asked of records for people's calendars. */
function calendarPaths({ calendar }: ListPlan): readonly string[] {
  if (!calendar) return []
  const { field, end, filter } = calendar
  return [field, ...(end === undefined ? [] : [end]), ...pathsOf(filter)]
}

/** The paths of the fields that a condition tests. */
export function pathsOf(condition: Condition | null): readonly string[] {
  if (!condition) return []
  return condition.kind === 'test' ? [condition.path] : condition.of.flatMap(pathsOf)
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}
