import type { FieldPlan, FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { isRecord } from '../../json'
import { withIds } from '../column-ids'
import { fieldOfProp, isListable, propOfEntry, propOfPath } from '../fields'
import { listOf, oneOf, pixelsOf, textOf, titleOf } from '../json'
import type { ColumnGroup, ColumnPlan } from '../plan'
import { SECRET_USED } from '../problem'
import type { Reading } from './reading'

const ALIGN = ['left', 'center', 'right'] as const

/** The chosen columns in order; those of one sub-table stand together, where its first one stands. */
export function columnsOf(reading: Reading): readonly ColumnPlan[] {
  const { form, source, lose } = reading
  const thousands = new Set(
    source['thousands'] === true && Array.isArray(source['thousandsField']) ? source['thousandsField'] : [],
  )
  const columns: ColumnPlan[] = []
  listOf(source['columnList']).forEach((entry, index) => {
    const prop = propOfEntry(entry)
    const field = fieldOfProp(form, prop)
    const label = textOf(entry['label'] ?? entry['fullName'], String(prop ?? ''))
    if (!field) lose(`/columnList/${index}`, '@list.fieldGone', label)
    else if (!isListable(field)) lose(`/columnList/${index}`, '@list.notListable', label)
    else {
      if (isSecret(field) && entry['sortable'] === true)
        lose(`/columnList/${index}/sortable`, SECRET_USED, label, { field: label })
      columns.push(columnOf(entry, field, thousands))
    }
  })
  return withIds(gather(columns))
}

function columnOf(
  entry: Readonly<Record<string, unknown>>,
  field: FieldPlan,
  thousands: ReadonlySet<unknown>,
): ColumnPlan {
  const width = pixelsOf(entry['width'])
  const fixed = entry['fixed']
  return {
    id: field.path,
    path: field.path,
    // `Table-Child` is how the designer names a sub-table's column; the table's name stands in the header above it.
    label: field.table ? field.label : titleOf(entry, field),
    field,
    ...(width !== undefined && { width }),
    align: oneOf(entry['align'], ALIGN, 'left'),
    ...((fixed === 'left' || fixed === 'right') && { fixed }),
    sortable: entry['sortable'] === true && !field.table && field.stored && !isSecret(field),
    thousands: thousands.has(propOfPath(field.path)) || field.settings['thousands'] === true,
  }
}

function gather(columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  const tableOf = (column: ColumnPlan) => column.field?.table
  const done = new Set<string>()
  return columns.flatMap((column) => {
    const table = tableOf(column)
    if (table === undefined) return [column]
    if (done.has(table)) return []
    done.add(table)
    return columns.filter((other) => tableOf(other) === table)
  })
}

/** The column whose value rows are grouped by (type 3), chosen for the list or not. */
export function groupOf(
  { form, source, lose }: Reading,
  columns: readonly ColumnPlan[],
): ColumnPlan | undefined {
  const prop = source['groupField']
  const field = fieldOfProp(form, prop)
  if (field && isSecret(field)) {
    lose('/groupField', SECRET_USED, textOf(prop), { field: textOf(prop) })
    return undefined
  }
  if (!field || field.table || !isListable(field)) {
    lose('/groupField', '@list.groupFieldGone', textOf(prop))
    return undefined
  }
  return columns.find(({ path }) => path === field.path) ?? columnOf({}, field, new Set())
}

/**
 * Headers over several columns: the model's own (fixed columns stay out of them), and one a sub-table. Grouped lists and
 * tree tables have none of their own (`reference/columndata-format.md §1`, `complexHeaderList`).
 */
export function headersOf(
  { form, source }: Reading,
  columns: readonly ColumnPlan[],
  nested: boolean,
): readonly ColumnGroup[] {
  if (nested) return tableHeaders(form, columns)
  const free = new Set(
    columns.filter((column) => !column.fixed && !column.field?.table).map((column) => column.path),
  )
  const groups: ColumnGroup[] = []
  for (const entry of listOf(source['complexHeaderList'])) {
    const props = Array.isArray(entry['childColumns']) ? entry['childColumns'] : []
    const paths = props.flatMap((prop: unknown) => {
      const path = fieldOfProp(form, isRecord(prop) ? propOfEntry(prop) : prop)?.path
      return path !== undefined && free.delete(path) ? [path] : []
    })
    if (paths.length > 0)
      groups.push({
        id: textOf(entry['id'], `header-${groups.length + 1}`),
        label: textOf(entry['fullName']),
        align: oneOf(entry['align'], ALIGN, 'center'),
        columns: paths,
      })
  }
  return [...groups, ...tableHeaders(form, columns)]
}

function tableHeaders(form: FormPlan, columns: readonly ColumnPlan[]): readonly ColumnGroup[] {
  const tables = new Set(columns.flatMap((column) => column.field?.table ?? []))
  return [...tables].map((table) => ({
    id: table,
    label: form.fields.get(table)?.label ?? table,
    align: 'center' as const,
    columns: columns.filter((column) => column.field?.table === table).map((column) => column.path),
  }))
}
