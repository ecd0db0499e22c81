import type { FormPlan, Loss } from '../form/plan'
import { isRecord, parseJson } from '../json'
import { buttonsOf } from './column-data/buttons'
import { columnsOf, headersOf } from './column-data/columns'
import { searchOf } from './column-data/search'
import { treeOf } from './column-data/tree'
import { fieldOfProp, isSearchable } from './fields'
import { listOf } from './json'
import type { Condition, ListPlan } from './plan'
import { ListError, UnsupportedListError } from './problem'
import { decodeConditions } from './super-query'

/** Page sizes on offer and the default (`spec/administration.md §9`). */
export const PAGE_SIZES = [20, 50, 100, 500] as const
const PAGE_SIZE = 20

/** Documented kinds of list that are not there yet, by `type`. */
const NOT_YET: Readonly<Record<string, string>> = {
  '3': '@list.groupedNotYet',
  '4': '@list.inlineNotYet',
  '5': '@list.treeTableNotYet',
}

/** What reading one `columnData` works with: where it stands, and where its losses go. */
export interface Reading {
  readonly form: FormPlan
  readonly source: Readonly<Record<string, unknown>>
  lose(pointer: string, message: string, field?: string, params?: Loss['params']): void
}

/**
 * Compiles a model's `columnData`, JSON text or object, of any documented version (`reference/columndata-format.md §1`).
 * What cannot be honoured is in `losses`.
 * @throws UnsupportedListError for types 3, 4 and 5; ListError for what is no list or has a broken permanent filter.
 */
export function compileColumnData(
  columnData: object | string,
  form: FormPlan,
  { id }: { readonly id: string },
): ListPlan {
  const source = parseJson(columnData === '' ? {} : columnData)
  if (!isRecord(source)) throw new ListError('@list.notJson')
  const losses: Loss[] = []
  const reading: Reading = {
    form,
    source,
    lose: (pointer, message, field, params) =>
      losses.push({ pointer, message, ...(field !== undefined && { field }), ...(params && { params }) }),
  }
  const kind = kindOf(source['type'])
  const columns = columnsOf(reading)
  const tree = kind === 'left-tree' ? treeOf(reading) : undefined
  const toolbar = buttonsOf(reading, 'btnsList')
  scriptLosses(reading)
  return {
    id,
    dialect: 'columnData',
    kind: tree ? 'left-tree' : 'plain',
    form,
    columns,
    headers: headersOf(reading, columns),
    search: searchOf(reading),
    superQuery: source['hasSuperQuery'] !== false,
    queryable: queryableOf(reading),
    toolbar,
    row: buttonsOf(reading, 'columnBtnsList'),
    paging: pagingOf(source),
    sort: sortOf(reading),
    summary: summaryOf(reading),
    selection: toolbar.some((button) => button.value === 'batchRemove'),
    ...(tree && { tree }),
    nested: false,
    filter: filterOf(reading),
    permissions: {
      buttons: source['useBtnPermission'] === true,
      columns: source['useColumnPermission'] === true,
      form: source['useFormPermission'] === true,
      data: source['useDataPermission'] === true,
    },
    childTables: Number(source['childTableStyle']) === 2 ? 'expand' : 'grouped',
    losses,
  }
}

function kindOf(type: unknown): 'plain' | 'left-tree' {
  const name = String(type ?? 1)
  const notYet = NOT_YET[name]
  if (notYet) throw new UnsupportedListError(notYet, { type: name }, '/type')
  if (name !== '1' && name !== '2') throw new ListError('@list.unknownType', { type: name }, '/type')
  return name === '2' ? 'left-tree' : 'plain'
}

function queryableOf({ form, source }: Reading): ListPlan['queryable'] {
  const chosen = listOf(source['columnOptions']).map((entry) =>
    fieldOfProp(form, entry['id'] ?? entry['prop'] ?? entry['__vModel__']),
  )
  const fields = chosen.length > 0 ? chosen.filter((field) => field !== undefined) : [...form.fields.values()]
  return fields.filter(isSearchable)
}

function pagingOf(source: Reading['source']): ListPlan['paging'] {
  if (source['hasPage'] === false) return null
  const asked = Number(source['pageSize'] ?? PAGE_SIZE)
  const pageSize = Number.isInteger(asked) && asked > 0 && asked <= 10_000 ? asked : PAGE_SIZE
  const sizes = [...new Set([...PAGE_SIZES, pageSize])].sort((a, b) => a - b)
  return { pageSize, sizes }
}

/** 3.5 has one field and one order; 3.6 a list, of which the first is honoured. */
function sortOf({ form, source, lose }: Reading): ListPlan['sort'] {
  const configs = listOf(source['defaultSortConfig'])
  const [first] = configs
  if (configs.length > 1) lose('/defaultSortConfig/1', '@list.oneSortOnly')
  const prop = first ? first['field'] : source['defaultSidx']
  if (prop === undefined || prop === null || prop === '') return null
  const field = fieldOfProp(form, prop)
  if (!field || field.table) {
    lose(first ? '/defaultSortConfig/0' : '/defaultSidx', '@list.sortUnknown', String(prop))
    return null
  }
  return { field: field.path, order: (first ?? source)['sort'] === 'asc' ? 'asc' : 'desc' }
}

function summaryOf({ form, source, lose }: Reading): readonly string[] {
  if (source['showSummary'] !== true || !Array.isArray(source['summaryField'])) return []
  return source['summaryField'].flatMap((prop: unknown, index) => {
    const field = fieldOfProp(form, prop)
    if (!field) lose(`/summaryField/${index}`, '@list.fieldGone', String(prop))
    return field ? [field.path] : []
  })
}

/** A permanent filter that cannot be read must not be dropped: the list would show what it is there to hide. */
function filterOf({ form, source }: Reading): Condition | null {
  const rules = source['ruleList']
  if (Array.isArray(rules) && rules.length === 0) return null
  try {
    return decodeConditions(form, rules)
  } catch (error) {
    if (error instanceof ListError) throw new ListError(error.text, error.params, `/ruleList${error.pointer}`)
    throw error
  }
}

function scriptLosses({ source, lose }: Reading): void {
  const funcs = isRecord(source['funcs']) ? source['funcs'] : {}
  for (const [name, script] of Object.entries(funcs)) {
    if (typeof script === 'string' && hasBody(script)) lose(`/funcs/${name}`, '@list.scriptNotYet', name)
  }
  if (Array.isArray(source['printIds']) && source['printIds'].length > 0)
    lose('/printIds', '@list.printNotYet')
}

/** An arrow function with statements; the designer's stubs have an empty body. */
function hasBody(script: string): boolean {
  const bare = script.replace(/\/\/[^\n]*/g, '').trim()
  const arrow = bare.indexOf('=>')
  return bare !== '' && !/^\{\s*\}$/.test(bare.slice(arrow < 0 ? 0 : arrow + 2).trim())
}
