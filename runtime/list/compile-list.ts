import { compileForm } from '../form'
import type { FieldPlan, FormPlan } from '../form/plan'
import { isRecord } from '../json'
import type { Text } from '../text'
import type { WidgetCatalogue } from '../widget/definition'
import { PAGE_SIZES } from './column-data'
import type { ButtonDocument, ColumnDocument, ListDocument, SearchDocument } from './document'
import { isSearchable } from './fields'
import type { ButtonPlan, ColumnPlan, ListPlan, SearchPlan } from './plan'
import { ListError } from './problem'

/** What a list document is compiled with: the widgets there are, and the form whose records are listed, if there is one. */
export interface ListEnvironment {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  readonly form?: FormPlan
}

/**
 * Compiles a list document that `checkDocument` has found sound (`design/language.md`, "List").
 * @throws ListError for what is no list or names a field that its form does not have.
 */
export function compileList(document: unknown, environment: ListEnvironment): ListPlan {
  if (!isRecord(document) || !Array.isArray(document['columns'])) throw new ListError('@list.notJson')
  const list = document as ListDocument
  const columns = list.columns.map((column, index) => columnOf(column, environment, `/columns/${index}`))
  const { form } = environment
  return {
    id: environment.id,
    dialect: 'list',
    kind: 'plain',
    ...(form && { form }),
    columns,
    headers: (list.headers ?? []).map((header, index) => ({
      id: `header-${index + 1}`,
      label: header.label as Text,
      align: header.align ?? 'center',
      columns: header.columns,
    })),
    search: searchOf(list.search ?? [], environment),
    superQuery: false,
    queryable: form ? [...form.fields.values()].filter(isSearchable) : [],
    toolbar: (list.toolbar ?? []).map(buttonOf),
    row: (list.row ?? []).map(buttonOf),
    paging: pagingOf(list.paging),
    sort: list.sort ?? null,
    summary: list.summary ?? [],
    selection: list.selection ?? false,
    printIds: [],
    nested: list.nested ?? false,
    filter: null,
    permissions: { buttons: true, columns: false, form: false, data: false },
    scripts: {},
    childTables: 'grouped',
    losses: [],
  }
}

function columnOf(column: ColumnDocument, environment: ListEnvironment, pointer: string): ColumnPlan {
  const { catalogue, form } = environment
  const label = column.label as Text
  const field = form?.fields.get(column.path) ?? shownAs(column, label, catalogue)
  if (form && !form.fields.has(column.path) && !field)
    throw new ListError('@list.unknownField', { field: column.path }, `${pointer}/path`)
  return {
    path: column.path,
    label,
    ...(field && { field }),
    ...(column.width !== undefined && { width: column.width }),
    align: column.align ?? 'left',
    ...(column.fixed && { fixed: column.fixed }),
    sortable: column.sortable ?? false,
    thousands: column.thousands ?? false,
    ...(column.widget !== undefined && { widget: column.widget }),
    ...(column.settings && { settings: column.settings }),
  }
}

/** A column that names a widget is shown by it, as a field of that widget would be. */
function shownAs(column: ColumnDocument, label: Text, catalogue: WidgetCatalogue): FieldPlan | undefined {
  if (column.widget === undefined || !catalogue.get(column.widget)) return undefined
  return fieldsOf([{ name: column.path, widget: column.widget, label, ...column.settings }], catalogue)[0]
}

function searchOf(search: readonly SearchDocument[], { catalogue }: ListEnvironment): readonly SearchPlan[] {
  const fields = fieldsOf(
    search.map((entry) => entry.field),
    catalogue,
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

function fieldsOf(fields: readonly unknown[], catalogue: WidgetCatalogue): readonly FieldPlan[] {
  if (fields.length === 0) return []
  const plan = compileForm({ fields }, { id: 'list', catalogue })
  return [...plan.fields.values()].filter((field) => field.table === undefined)
}

function buttonOf(button: ButtonDocument): ButtonPlan {
  const code = button.code ?? ''
  const condition = (value: unknown) => (value === undefined ? undefined : String(value))
  const visible = condition(button.visible)
  const disabled = condition(button.disabled)
  return {
    value: button.value ?? code.replace(/^btn_/, ''),
    label: button.text as Text,
    code,
    do: button.do,
    ...(button.icon !== undefined && { icon: button.icon }),
    ...(visible !== undefined && { visible }),
    ...(disabled !== undefined && { disabled }),
    ...(button.danger !== undefined && { danger: button.danger }),
    ...(button.needsRows && { needsRows: true }),
  }
}

function pagingOf(paging: ListDocument['paging']): ListPlan['paging'] {
  if (paging === false) return null
  const given = typeof paging === 'object' ? paging : {}
  return { pageSize: given.pageSize ?? PAGE_SIZES[0], sizes: given.sizes ?? PAGE_SIZES }
}
