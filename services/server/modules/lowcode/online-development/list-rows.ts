import type { FieldPlan } from '@runtime/form/plan'
import { type ListPlan, type Nested, nest } from '@runtime/list'
import type { Display } from './display'
import { parentKeyOf, recordKeyOf, type TreeFields } from './parents'
import type { RecordRights } from './rights'
import type { ListedRecord } from './tables'

/** A row as the wire has it. */
export type WireRow = Record<string, unknown>

/** Records as rows: texts with raw values beside them as `<field>_id` (types 1 and 2). */
export function plainRows(records: readonly ListedRecord[], display: Display): WireRow[] {
  return records.map(({ id, data }) => ({ ...display.row(data), id }))
}

/** Records as rows to edit in place: raw values with their texts beside them as `<field>_name` (type 4). */
export function inlineRows(records: readonly ListedRecord[], display: Display): WireRow[] {
  return records.map(({ id, data }) => ({ ...display.rawRow(data), id }))
}

/**
 * Rows under a heading for each value of the group field, in the order in which the values come (type 3). The heading's
 * text stands where the first column's is (`reference/columndata-format.md §3`); null for records without a value.
 * A group is named after the oldest of its records: that tells nothing of its value, and newer records leave it, so that a client
 * keeps the group folded from answer to answer.
 */
export function groupedRows(
  records: readonly ListedRecord[],
  display: Display,
  { name }: FieldPlan,
  heading: string,
): WireRow[] {
  const groups = new Map<string, { first: string; readonly text: unknown; readonly children: WireRow[] }>()
  for (const { id, data } of records) {
    const row: WireRow = { ...display.row(data), id }
    const value = blankAsNull(data[name])
    const key = JSON.stringify(value)
    const group = groups.get(key) ?? { first: id, text: value === null ? null : row[name], children: [] }
    groups.set(key, group)
    // Ids sort by the time of their making.
    if (id < group.first) group.first = id
    group.children.push(row)
  }
  // Records without a value come last, whatever their place in the order of values.
  const named = [...groups].toSorted(([one], [other]) => Number(one === 'null') - Number(other === 'null'))
  return named.map(([, { first, text, children }]) => ({
    id: `group-${first}`,
    top: true,
    [heading]: text,
    children,
  }))
}

function blankAsNull(value: unknown): unknown {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

/** Where a group's heading stands: the first column that a row has one value in, left-fixed ones before the others. */
export function headingOf(list: ListPlan, { open }: RecordRights): string {
  const columns = list.columns.filter((column) => !column.field?.table && open(column, 'list'))
  const first =
    columns.find(({ fixed }) => fixed === 'left') ?? columns.find(({ fixed }) => !fixed) ?? columns[0]
  return first?.path ?? list.group?.path ?? 'name'
}

/** Records nested under their parents as `children` (type 5). */
export function nestedRows(
  records: readonly ListedRecord[],
  display: Display,
  fields: TreeFields,
): WireRow[] {
  const wire = ({ row, children }: Nested<ListedRecord>, level: number): WireRow => {
    const below = level < DEEPEST ? children : descendantsOf(children)
    return {
      ...display.row(row.data),
      id: row.id,
      ...(below.length > 0 && { children: below.map((child) => wire(child, level + 1)) }),
    }
  }
  const keyOf = (record: ListedRecord) => recordKeyOf(record, fields)
  const top = nest(records, keyOf, ({ data }) => parentKeyOf(data, fields))
  return top.map((node) => wire(node, 1))
}

/** Levels of a tree on the wire; what lies deeper stands side by side on the last one. */
const DEEPEST = 100

function descendantsOf(nodes: readonly Nested<ListedRecord>[]): readonly Nested<ListedRecord>[] {
  const found: Nested<ListedRecord>[] = []
  const open = nodes.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    found.push({ row: node.row, children: [] })
    open.push(...node.children.toReversed())
  }
  return found
}
