import { asRecord, asWord, parseJson } from '../json'
import { propOfEntry } from './fields'
import { listOf, textOf } from './json'
import type { ListPlan } from './plan'

/** `webType` of a model that has no records: its list shows the rows of a data interface (`reference/columndata-format.md §2`). */
const DATA_VIEW = '4'

export function isDataView(webType: unknown): boolean {
  return asWord(webType) === DATA_VIEW
}

/** A member of an interface's rows, and what its column is called. */
export interface ViewField {
  readonly field: string
  readonly label: string
  readonly isNumeric?: boolean
}

/** The `formData` of a data view: each member of the rows as an input that nobody fills in, so that its list has fields as others do. */
export function formOfView(fields: readonly ViewField[]): { readonly fields: readonly object[] } {
  return {
    fields: fields.map(({ field, label, isNumeric }) => ({
      __config__: { jnpfKey: isNumeric ? 'inputNumber' : 'input', label: label || field, span: 24 },
      __vModel__: field,
      readonly: true,
    })),
  }
}

/** Where a list's document names fields; the first have what they are called. */
const NAMING = ['columnOptions', 'defaultColumnList', 'columnList', 'searchList'] as const
const NUMERIC: ReadonlySet<unknown> = new Set(['inputNumber', 'numInput', 'calculate'])

/** The fields that a data view's `columnData` speaks of: one from elsewhere has no form. */
export function fieldsOfView(columnData: unknown): readonly ViewField[] {
  const source = asRecord(parseJson(columnData))
  const found = new Map<string, ViewField>()
  for (const entry of NAMING.flatMap((member) => listOf(source[member]))) {
    const field = textOf(propOfEntry(entry))
    if (field === '' || found.has(field)) continue
    const kind = entry['jnpfKey'] ?? asRecord(entry['__config__'])['jnpfKey']
    const label = textOf(entry['label'] ?? entry['fullName'])
    found.set(field, { field, label, isNumeric: NUMERIC.has(kind) })
  }
  return [...found.values()]
}

/** Whether a documented button needs no record: the export alone. */
export const isViewButton = (value: unknown) => value === 'download'

/** A list as it is over rows of an interface: what would act on records is left out, and told. */
export function overInterface(plan: ListPlan, source: Readonly<Record<string, unknown>>): ListPlan {
  const losses = [...plan.losses]
  const lose = (pointer: string, message: string, field?: string) =>
    losses.push({ pointer, message, ...(field !== undefined && { field }) })
  // A list that nobody has designed has the buttons of one over records: nobody has asked for them.
  for (const list of ['btnsList', 'columnBtnsList'] as const)
    listOf(source[list]).forEach(({ value }, index) => {
      if (!isViewButton(value)) lose(`/${list}/${index}`, '@list.viewButton', textOf(value))
    })
  if (plan.kind === 'inline') lose('/type', '@list.viewInline')
  if (plan.parents?.lazy) lose('/treeLazyType', '@list.viewLazy')
  if (plan.permissions.data) lose('/useDataPermission', '@list.viewScope')
  if (plan.calendar) lose('/calendar', '@list.viewCalendar')
  const { importing: _, calendar: __, ...rest } = plan
  return {
    ...rest,
    interfaceId: textOf(source['interfaceId']),
    kind: plan.kind === 'inline' ? 'plain' : plan.kind,
    toolbar: plan.toolbar.filter(({ value }) => isViewButton(value)),
    row: plan.row.filter(({ custom }) => custom !== undefined),
    selection: false,
    printIds: [],
    ...(plan.parents && { parents: { ...plan.parents, lazy: false } }),
    permissions: { ...plan.permissions, data: false },
    losses,
  }
}
