import type { FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { asRecord, asWord, isRecord } from '../../json'
import { fieldOfProp, isSearchable, propOfPath } from '../../list/fields'
import { listOf } from '../../list/json'
import { listedColumns } from '../../list/listed'
import type { ListPlan } from '../../list/plan'
import type { WidgetCatalogue } from '../../widget/definition'
import { pair, type Standing, standings } from '../diff/match'

type Json = Readonly<Record<string, unknown>>

/** A field under design beside what it is in the released form. */
export interface ReleasedField {
  readonly name: string
  readonly path: string
  readonly released: { readonly name: string; readonly path: string }
  /** Another widget would take a raw value for something else: then its text alone is shown. */
  readonly isSameWidget: boolean
  /** Of a sub-table its columns. */
  readonly columns: readonly ReleasedField[] | undefined
}

/** The fields of a form under design that the released form has too, whatever they are called in it. */
export function releasedFields(
  released: unknown,
  designed: unknown,
  catalogue: WidgetCatalogue,
): readonly ReleasedField[] {
  const before = standings(released, catalogue)
  const after = standings(designed, catalogue)
  pair(before, after, { before: released, after: designed })
  const named = after.filter(({ path }) => path !== '')
  const fieldOf = (one: Standing): readonly ReleasedField[] => {
    const { other, name, path, table } = one
    // What has gone into a sub-table, out of it or into another has its values elsewhere.
    if (!other || other.path === '' || other.table !== table?.other) return []
    const isTable = one.definition?.kind === 'table'
    if (isTable !== (other.definition?.kind === 'table')) return []
    const columns = isTable ? named.filter((column) => column.table === one).flatMap(fieldOf) : undefined
    const released = { name: other.name, path: other.path }
    return [{ name, path, released, isSameWidget: one.definition === other.definition, columns }]
  }
  return named.filter(({ table }) => !table).flatMap(fieldOf)
}

interface Forms {
  readonly released: Pick<FormPlan, 'fields' | 'renamed'>
  readonly designed: Pick<FormPlan, 'renamed'>
}

/** Released records under the names that their fields have in the form under design; what that form does not have is left out. */
export function designedRows(
  rows: readonly Json[],
  fields: readonly ReleasedField[],
  forms: Forms,
): readonly Json[] {
  return rows.map((row) => ({ ...turned(row, fields, forms), id: row['id'] }))
}

function turned(row: Json, fields: readonly ReleasedField[], forms: Forms): Json {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      const { columns, isSameWidget, released } = field
      const from = memberOf(forms.released, released)
      const to = memberOf(forms.designed, field)
      if (!Object.hasOwn(row, from)) return []
      const value = row[from]
      if (columns) return [[to, listOf(value).map((inner) => turned(inner, columns, forms))]]
      if (!isSameWidget) return typeof value === 'string' || typeof value === 'number' ? [[to, value]] : []
      const isRaw = Object.hasOwn(row, `${from}_id`) && !forms.released.fields.has(`${released.path}_id`)
      return [[to, value], ...(isRaw ? [[`${to}_id`, row[`${from}_id`]] as const] : [])]
    }),
  )
}

/** What a record calls a field of a form. */
function memberOf(
  { renamed }: Pick<FormPlan, 'renamed'>,
  { path, name }: Pick<ReleasedField, 'path' | 'name'>,
): string {
  return renamed?.get(path)?.split('.').at(-1) ?? name
}

/** What a list under design asks of the released one. */
export interface DesignedQuestion {
  readonly sidx: string
  readonly sort: string
  readonly superQuery: Json | null
  /** The permanent filter names a field that is not released, or cannot be asked for: it is not among what is asked. */
  readonly isUnfiltered: boolean
}

/** The order and the permanent filter of a list under design, by the names of the released form. */
export function questionOf(
  list: Json,
  { sort }: Pick<ListPlan, 'sort'>,
  fields: readonly ReleasedField[],
  released: FormPlan,
): DesignedQuestion {
  const names = new Map(withColumns(fields).map((one) => [propOfPath(one.path), one.released.path]))
  const field = sort ? fieldOfProp(released, names.get(propOfPath(sort.field))) : undefined
  const isSorted = field?.stored === true && !field.table && !isSecret(field)
  const order = isSorted && sort ? { sidx: field.path, sort: sort.order } : { sidx: '', sort: '' }
  const { ruleList } = list
  const filter = isRecord(ruleList) ? renamed(ruleList, names, released) : undefined
  const isAsked = listOf(asRecord(ruleList)['conditionList']).length > 0
  return {
    ...order,
    superQuery: (isAsked && filter) || null,
    isUnfiltered: isAsked && !filter,
  }
}

/** Conditions with their fields renamed; undefined where one of them cannot be. */
function renamed(rules: Json, names: ReadonlyMap<string, string>, released: FormPlan): Json | undefined {
  let isWhole = true
  const conditionList = listOf(rules['conditionList']).map((group) => ({
    ...group,
    groups: listOf(group['groups']).map((test) => {
      const field = fieldOfProp(released, names.get(propOfPath(asWord(test['field'] ?? ''))))
      if (!field || !isSearchable(field)) isWhole = false
      return { ...test, field: propOfPath(field?.path ?? '') }
    }),
  }))
  return isWhole ? { matchLogic: rules['matchLogic'], conditionList } : undefined
}

/** Columns of a list under design for which the released list has no values. */
export function unreleasedColumns(
  { columns }: Pick<ListPlan, 'columns'>,
  fields: readonly ReleasedField[],
  released: Pick<ListPlan, 'columns' | 'group'>,
): readonly string[] {
  const shown = new Set(listedColumns(released).map(({ path }) => path))
  const known = withColumns(fields).filter((one) => shown.has(one.released.path))
  const has = new Set(known.map(({ path }) => path))
  return columns.flatMap(({ path }) => (has.has(path) ? [] : [path]))
}

function withColumns(fields: readonly ReleasedField[]): readonly ReleasedField[] {
  return fields.flatMap((one) => [one, ...(one.columns ?? [])])
}
