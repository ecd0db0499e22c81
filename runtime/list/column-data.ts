import { constant } from '../expression'
import { readStrings } from '../form/document/values'
import { isWritten } from '../form/formdata/scripts'
import type { FormPlan, Loss } from '../form/plan'
import { isSecret } from '../form/secret'
import { isRecord, parseJson } from '../json'
import { blankColumnData } from './column-data/blank'
import { buttonsOf, customButtonsOf } from './column-data/buttons'
import { calendarOf } from './column-data/calendar'
import { columnsOf, groupOf, headersOf } from './column-data/columns'
import { importingOf } from './column-data/importing'
import { parentsOf } from './column-data/parents'
import type { Reading } from './column-data/reading'
import { searchOf } from './column-data/search'
import { treeOf } from './column-data/tree'
import { overInterface } from './data-view'
import { fieldOfProp, isSearchable } from './fields'
import { listOf } from './json'
import { ON_SELECTION } from './on-selection'
import { PAGE_SIZES } from './page-sizes'
import type { ColumnPlan, Condition, ListKind, ListPlan, ListScripts, ParentPlan, TreePlan } from './plan'
import { ListError, SECRET_USED } from './problem'
import { decodeConditions } from './super-query'

const [PAGE_SIZE] = PAGE_SIZES

/** Kinds of list by the documented number (`reference/columndata-format.md §1`). */
const KINDS: Readonly<Record<string, ListKind>> = {
  '1': 'plain',
  '2': 'left-tree',
  '3': 'grouped',
  '4': 'inline',
  '5': 'tree-table',
}

/**
 * Compiles a model's `columnData`, JSON text or object, of any documented version (`reference/columndata-format.md §1`).
 * An empty text is a list that nobody has designed: the form's first fields. What cannot be honoured is in `losses`.
 * @param isView whether it lists the rows of an interface and no records
 * @throws ListError for what is no list or has a broken permanent filter.
 */
export function compileColumnData(
  columnData: object | string,
  form: FormPlan,
  { id, isView }: { readonly id: string; readonly isView?: boolean },
): ListPlan {
  const source = columnData === '' ? blankColumnData(form) : parseJson(columnData)
  if (!isRecord(source)) throw new ListError('@list.notJson')
  const losses: Loss[] = []
  const reading: Reading = {
    form,
    source,
    lose: (pointer, message, field, params) =>
      losses.push({ pointer, message, ...(field !== undefined && { field }), ...(params && { params }) }),
  }
  const { kind, columns, ...shape } = shapeOf(reading)
  const nested = kind === 'grouped' || kind === 'tree-table'
  const toolbar = buttonsOf(reading, 'btnsList')
  const calendar = calendarOf(reading)
  const plan: ListPlan = {
    id,
    dialect: 'columnData',
    kind,
    ...shape,
    form,
    columns,
    headers: headersOf(reading, columns, nested),
    search: searchOf(reading),
    superQuery: source['hasSuperQuery'] !== false,
    queryable: queryableOf(reading),
    toolbar,
    row: rowButtonsOf(reading, kind, toolbar),
    paging: nested ? null : pagingOf(source),
    sort: sortOf(reading),
    summary: summaryOf(reading),
    selection: toolbar.some(({ value }) => ON_SELECTION.has(value)),
    views: true,
    printIds: readStrings(source['printIds']),
    nested,
    filter: filterOf(reading),
    permissions: {
      buttons: source['useBtnPermission'] === true,
      columns: source['useColumnPermission'] === true,
      form: source['useFormPermission'] === true,
      data: source['useDataPermission'] === true,
    },
    importing: importingOf(reading),
    ...(calendar && { calendar }),
    scripts: scriptsOf(reading),
    childTables: Number(source['childTableStyle']) === 2 ? 'expand' : 'grouped',
    losses,
  }
  return isView ? overInterface(plan, source) : plan
}

interface Shape {
  readonly kind: ListKind
  readonly columns: readonly ColumnPlan[]
  readonly tree?: TreePlan
  readonly group?: ColumnPlan
  readonly parents?: ParentPlan
}

/** The kind of list with what it needs; a list without that is a plain one, and its losses say why. */
function shapeOf(reading: Reading): Shape {
  const name = String(reading.source['type'] ?? 1)
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (!kind) throw new ListError('@list.unknownType', { type: name }, '/type')
  const columns = columnsOf(reading)
  const plain: Shape = { kind: 'plain', columns }
  switch (kind) {
    case 'left-tree': {
      const tree = treeOf(reading)
      return tree ? { kind, columns, tree } : plain
    }
    case 'grouped': {
      const group = groupOf(reading, columns)
      // The value that rows are grouped by stands above them: a column of it would only repeat it.
      return group ? { kind, columns: columns.filter(({ path }) => path !== group.path), group } : plain
    }
    case 'tree-table': {
      const parents = parentsOf(reading)
      return parents ? { kind, columns, parents } : plain
    }
    default:
      return { kind, columns }
  }
}

/** A row of a tree table can be given children, by those who may add records. */
function rowButtonsOf(reading: Reading, kind: ListKind, toolbar: ListPlan['toolbar']): ListPlan['row'] {
  const own = buttonsOf(reading, 'columnBtnsList')
  const buttons = [...own, ...customButtonsOf(reading)]
  const add = kind === 'tree-table' && toolbar.find(({ value }) => value === 'add')
  if (!add) return buttons
  const below = { key: 'row-addChild', value: 'addChild', text: constant('@list.addChild'), code: add.code }
  return [below, ...buttons]
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
  const requested = Number(source['pageSize'] ?? PAGE_SIZE)
  const pageSize = Number.isInteger(requested) && requested > 0 && requested <= 10_000 ? requested : PAGE_SIZE
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
  if (isSecret(field)) {
    lose(first ? '/defaultSortConfig/0' : '/defaultSidx', SECRET_USED, String(prop), { field: String(prop) })
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

function scriptsOf({ source }: Reading): ListScripts {
  const funcs = isRecord(source['funcs']) ? source['funcs'] : {}
  const written = SCRIPTS.filter((name) => isWritten(funcs[name]))
  return Object.fromEntries(written.map((name) => [name, funcs[name]]))
}

const SCRIPTS = ['afterOnload', 'rowStyle', 'cellStyle'] as const
