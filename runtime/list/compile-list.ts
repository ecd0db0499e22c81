import { actionWords } from '../action'
import { planOf } from '../document/compile-words'
import type { Column } from '../document/parts/column'
import type { PlanOf } from '../document/plan'
import type { Computed } from '../expression/computed'
import { FormError } from '../form/compile/problem'
import { compileFields } from '../form/document/compile-fields'
import type { FieldChecks } from '../form/document/nodes'
import type { FieldPlan, FormPlan } from '../form/plan'
import { isRecord } from '../json'
import type { NodePlan } from '../page/node'
import type { Text } from '../text'
import type { WidgetCatalogue } from '../widget/definition'
import { buttonNames } from './button-names'
import { withIds } from './column-ids'
import { ListSchema, type ListWords } from './document'
import { isSearchable } from './fields'
import { PAGE_SIZES } from './page-sizes'
import type { BranchPlan, ButtonPlan, ColumnPlan, ListPlan, SearchPlan, TreePlan } from './plan'
import { ListError } from './problem'

type ColumnWords = PlanOf<typeof Column>
type ListButtonWords = NonNullable<ListWords['row'] | ListWords['toolbar']>[number]

/** What a list document is compiled with: the widgets there are, and the form whose records are listed, if there is one. */
export interface ListEnvironment {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  readonly form?: FormPlan
  /** Absent: the document is one that `checkDocument` has found sound. */
  readonly checks?: FieldChecks
  /** Compiles the node that opens below a row; who draws no nodes gives none. */
  readonly node?: (document: unknown) => NodePlan
}

/**
 * Compiles a list document that `checkDocument` has found sound (`design/language.md`, "List").
 * @throws ListError for what is no list or names a field that its form does not have.
 */
export function compileList(document: unknown, environment: ListEnvironment): ListPlan {
  if (!isRecord(document) || !isColumns(document['columns'])) throw new ListError('@list.notJson')
  const { node = asWritten } = environment
  return listOf(planOf(ListSchema, document, { ...actionWords, node }), environment)
}

const isColumns = (value: unknown) => Array.isArray(value) || typeof value === 'string'

/**
 * The plan of a list whose words are compiled: a list document's, or those of a list that stands in a page.
 * @throws ListError for a field that its form does not have
 */
export function listOf(list: ListWords, environment: ListEnvironment): ListPlan {
  const all = columnsOf(list.columns, environment)
  const { form } = environment
  const { group, ...shape } = shapeOf(list, all)
  // The value that rows are grouped by stands above them: a column of it would only repeat it.
  const columns = group ? all.filter(({ path }) => path !== group.path) : all
  return {
    id: environment.id,
    dialect: 'list',
    ...shape,
    ...(group && { group }),
    ...(form && { form }),
    columns,
    headers: (list.headers ?? []).map((header, index) => ({
      id: `header-${index + 1}`,
      ...labelled(header.label),
      align: header.align ?? 'center',
      columns: header.columns as readonly string[],
    })),
    search: searchOf(list.search ?? [], environment),
    superQuery: false,
    queryable: form ? [...form.fields.values()].filter(isSearchable) : [],
    toolbar: buttonsOf(list.toolbar ?? [], 'toolbar'),
    row: buttonsOf(list.row ?? [], 'row'),
    paging: group || list.tree?.parent !== undefined ? null : pagingOf(list.paging),
    sort: (list.sort ?? null) as ListPlan['sort'],
    summary: (list.summary ?? []) as readonly string[],
    selection: list.selection ?? false,
    views: list.views ?? false,
    printIds: [],
    filter: null,
    permissions: { buttons: true, columns: false, form: false, data: false },
    scripts: {},
    childTables: 'grouped',
    ...(list.drag && { drag: list.drag }),
    ...(list.open && { open: list.open }),
    ...(list.detail && { detail: list.detail }),
    ...(list.empty && { empty: list.empty }),
    ...(list.style && { style: list.style }),
    ...(list.card && { card: list.card as readonly string[] }),
    losses: [],
  }
}

type Shape = Pick<ListPlan, 'kind' | 'nested' | 'group' | 'tree' | 'branches' | 'columnsFrom'>

/** The kind of list with what it needs. */
function shapeOf(
  { columns, nested = false, tree, group: by, left, edit }: ListWords,
  all: readonly ColumnPlan[],
): Shape {
  const group = all.find(({ path }) => path === by)
  return {
    kind:
      edit === 'inline'
        ? 'inline'
        : group
          ? 'grouped'
          : tree || nested
            ? 'tree-table'
            : left
              ? 'left-tree'
              : 'plain',
    nested: nested || tree !== undefined || group !== undefined,
    ...(group && { group }),
    ...(tree && { branches: tree as BranchPlan }),
    ...(left && { tree: leftOf(left) }),
    ...(!isList(columns) && { columnsFrom: columns }),
  }
}

function leftOf({ source, field, title, key, label, filter }: NonNullable<ListWords['left']>): TreePlan {
  const named = title ? labelled(title) : { label: '@list.treeTitle' }
  return {
    title: named.label,
    ...('heading' in named && { heading: named.heading }),
    source: { kind: 'source', name: source },
    field,
    value: key,
    label,
    children: 'children',
    filter,
  }
}

/** A text as it stands, and, where it has places to fill, as what fills them. */
function labelled(text: Computed<Text>): { readonly label: Text; readonly heading?: Computed<Text> } {
  return { label: text.source as Text, ...(text.dependencies.length > 0 && { heading: text }) }
}

const isList = <T>(value: readonly T[] | object): value is readonly T[] => Array.isArray(value)

const asWritten = (document: unknown) => document as NodePlan

function columnOf(column: ColumnWords, environment: ListEnvironment, pointer: string): ColumnPlan {
  const { form } = environment
  const { label, heading } = labelled(column.label)
  const field = form?.fields.get(column.path) ?? shownAs(column, label, environment, pointer)
  if (form && !form.fields.has(column.path) && !field && !column.value)
    throw new ListError('@list.unknownField', { field: column.path }, `${pointer}/path`)
  return {
    id: column.path,
    path: column.path,
    label,
    ...(heading && { heading }),
    ...(field && { field }),
    ...(column.width !== undefined && { width: column.width }),
    align: column.align ?? 'left',
    ...(column.fixed && { fixed: column.fixed }),
    sortable: column.sortable ?? false,
    thousands: column.thousands ?? false,
    ...(column.priority !== undefined && { priority: column.priority }),
    ...(column.widget !== undefined && { widget: column.widget }),
    ...(column.settings && { settings: column.settings }),
    ...(column.value && { value: column.value }),
    ...(column.style && { style: column.style }),
  }
}

/** The columns that a document names; of those that a place gives there are none yet. */
function columnsOf(columns: ListWords['columns'], environment: ListEnvironment): readonly ColumnPlan[] {
  if (!isList<ColumnWords>(columns)) return []
  return compileColumns(columns, environment)
}

/** Columns as they are written, each known by an id of its own; a table of a page has no more of a list. */
export function compileColumns(
  columns: readonly ColumnWords[],
  environment: ListEnvironment,
): readonly ColumnPlan[] {
  return withIds(columns.map((column, index) => columnOf(column, environment, `/columns/${index}`)))
}

/** A column that names a widget is shown by it, as a field of that widget would be. */
function shownAs(
  column: ColumnWords,
  label: Text,
  environment: ListEnvironment,
  pointer: string,
): FieldPlan | undefined {
  // A tag is a look that no widget has.
  if (column.widget === undefined || column.widget === 'tag') return undefined
  if (!environment.catalogue.get(column.widget)) return undefined
  const field = { name: column.path, widget: column.widget, label, ...column.settings }
  return fieldsOf([field], environment, () => pointer)[0]
}

function searchOf(
  search: NonNullable<ListWords['search']>,
  environment: ListEnvironment,
): readonly SearchPlan[] {
  const fields = fieldsOf(
    search.map((entry) => entry.field),
    environment,
    (index) => `/search/${index}/field`,
  )
  return fields.map((field, index) => {
    const entry = search[index]
    const operator = entry?.operator ?? operatorOf(field)
    const multiple = entry?.multiple ?? field.settings['multiple'] === true
    return {
      path: field.path,
      label: field.label,
      field,
      operator,
      multiple,
      defaultValue: field.defaultValue ?? null,
    }
  })
}

function operatorOf(field: FieldPlan): SearchPlan['operator'] {
  const filter = field.definition?.filter ?? []
  return (
    (['contains', 'between', 'equals'] as const).find((operator) => filter.includes(operator)) ?? 'equals'
  )
}

/**
 * @param placeOf the pointer of the list's word of which a field is made
 * @throws FormError with pointers into the list
 */
function fieldsOf(
  fields: readonly unknown[],
  environment: ListEnvironment,
  placeOf: (index: string) => string,
): readonly FieldPlan[] {
  if (fields.length === 0) return []
  const compiled = placedFields(fields, environment, placeOf)
  return [...compiled.values()].filter((field) => field.table === undefined)
}

function placedFields(
  fields: readonly unknown[],
  { catalogue, checks }: ListEnvironment,
  placeOf: (index: string) => string,
): FormPlan['fields'] {
  try {
    return compileFields(fields, { id: 'list', catalogue, checks })
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    const placed = error.problems.map((problem) => ({
      ...problem,
      pointer: problem.pointer.replace(/^\/fields\/(\d+)/, (_, index: string) => placeOf(index)),
    }))
    throw new FormError(placed)
  }
}

function buttonsOf(buttons: readonly ListButtonWords[], place: 'toolbar' | 'row'): readonly ButtonPlan[] {
  const names = buttonNames(buttons, place)
  return buttons.map((button, index) => {
    const { code = '' } = button
    const key = `${place}-${index + 1}`
    return { ...button, key, value: names[index] ?? key, code }
  })
}

function pagingOf(paging: ListWords['paging']): ListPlan['paging'] {
  if (paging === false) return null
  const given = typeof paging === 'object' ? paging : {}
  return { pageSize: given.pageSize ?? PAGE_SIZES[0], sizes: given.sizes ?? PAGE_SIZES }
}
