import { isRecord } from '../json'

type Row = Readonly<Record<string, unknown>>

/**
 * Rows under a heading for each value of a member, as a model's grouped list has them (`reference/columndata-format.md §3`,
 * type 3): headings in the order in which their values come, rows without a value last. A heading keeps its id from answer
 * to answer, so that one who folded it finds it folded.
 * @param path member of the row, with dots below it
 */
export function groupRows(rows: readonly Row[], path: string): readonly Row[] {
  const groups = new Map<string, { readonly value: unknown; readonly children: Row[] }>()
  for (const row of rows) {
    const value = valueAt(row, path)
    const key = JSON.stringify(value)
    const group = groups.get(key) ?? { value, children: [] }
    groups.set(key, group)
    group.children.push(row)
  }
  const named = [...groups].sort(
    ([, one], [, other]) => Number(one.value === null) - Number(other.value === null),
  )
  return named.map(([key, { value, children }]) => ({ id: `group-${key}`, top: true, value, children }))
}

/** What is empty is no value. */
function valueAt(row: Row, path: string): unknown {
  const value = path
    .split('.')
    .reduce<unknown>((owner, member) => (isRecord(owner) ? owner[member] : undefined), row)
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}
