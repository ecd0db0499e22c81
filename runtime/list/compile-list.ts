import { Type } from 'typebox'
import { actionWords } from '../action'
import { planOf } from '../document/compile-words'
import { Column } from '../document/parts/column'
import type { PlanOf } from '../document/plan'
import type { Computed } from '../expression/computed'
import { compileForm, FormError } from '../form'
import type { FieldPlan, FormPlan } from '../form/plan'
import { isRecord } from '../json'
import type { NodePlan } from '../page/node'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import type { Text } from '../text'
import type { WidgetCatalogue } from '../widget/definition'
import { buttonNames } from './button-names'
import { PAGE_SIZES } from './column-data'
import { withIds } from './column-ids'
import { ListSchema, type ListWords } from './document'
import { isSearchable } from './fields'
import type { BranchPlan, ButtonPlan, ColumnPlan, ListPlan, SearchPlan, TreePlan } from './plan'
import { ListError } from './problem'

type ColumnWords = PlanOf<typeof Column>
type ListButtonWords = NonNullable<ListWords['row'] | ListWords['toolbar']>[number]

/** What a list document is compiled with: the widgets there are, and the form whose records are listed, if there is one. */
export interface ListEnvironment {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  readonly form?: FormPlan
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
  const { catalogue, form } = environment
  const { label, heading } = labelled(column.label)
  const field = form?.fields.get(column.path) ?? shownAs(column, label, catalogue, pointer)
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
  return withIds(columns.map((column, index) => columnOf(column, environment, `/columns/${index}`)))
}

/**
 * The columns that a place of the page gives (`columnsFrom`), as data: nobody has checked them.
 * @throws ListError for what is no list of columns. @throws ExpressionError for a place in one that does not parse.
 */
export function columnsGiven(value: unknown, catalogue: WidgetCatalogue): readonly ColumnPlan[] {
  const wrong = COLUMNS(value)[0]
  if (wrong) throw new ListError('@list.noColumns', {}, wrong.pointer)
  return compileColumns(planOf(ColumnList, value, actionWords), catalogue)
}

const ColumnList = Type.Array(Column, { maxItems: 500 })
const COLUMNS = compileSchema(
  Type.Array(Type.Object({ path: Type.String({ minLength: 1 }), label: Type.Unknown() }), {
    maxItems: 500,
  }) as JsonSchema,
)

/** The columns of a table of a page: those of a list whose rows have no form. */
export function compileColumns(
  columns: readonly ColumnWords[],
  catalogue: WidgetCatalogue,
): readonly ColumnPlan[] {
  return withIds(
    columns.map((column, index) => columnOf(column, { id: 'table', catalogue }, `/columns/${index}`)),
  )
}

/** A column that names a widget is shown by it, as a field of that widget would be. */
function shownAs(
  column: ColumnWords,
  label: Text,
  catalogue: WidgetCatalogue,
  pointer: string,
): FieldPlan | undefined {
  if (column.widget === undefined || !catalogue.get(column.widget)) return undefined
  const field = { name: column.path, widget: column.widget, label, ...column.settings }
  return fieldsOf([field], catalogue, () => pointer)[0]
}

function searchOf(
  search: NonNullable<ListWords['search']>,
  { catalogue }: ListEnvironment,
): readonly SearchPlan[] {
  const fields = fieldsOf(
    search.map((entry) => entry.field),
    catalogue,
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
  catalogue: WidgetCatalogue,
  placeOf: (index: string) => string,
): readonly FieldPlan[] {
  if (fields.length === 0) return []
  const plan = compiledFields(fields, catalogue, placeOf)
  return [...plan.fields.values()].filter((field) => field.table === undefined)
}

function compiledFields(
  fields: readonly unknown[],
  catalogue: WidgetCatalogue,
  placeOf: (index: string) => string,
): FormPlan {
  try {
    return compileForm({ fields }, { id: 'list', catalogue })
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
