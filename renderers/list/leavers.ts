import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { holdsAmounts } from './holds-numbers'

/**
 * The columns that may leave, those that leave first in front: the lower their priority, then the later they stand;
 * amounts that have no priority of their own leave last. What names the row, what is fixed, summed or sized by hand stays, and
 * what is edited in its row; the columns of a sub-table that opens below its row leave together.
 */
export function leavers(plan: ListPlan, columns: readonly ColumnPlan[]): readonly (readonly ColumnPlan[])[] {
  if (plan.kind === 'inline') return []
  const lead = columns.find(({ path }) => !path.includes('.'))
  const groups = new Map<string, ColumnPlan[]>()
  for (const column of columns) {
    const { id, path, fixed, isSized } = column
    if (column === lead || fixed || isSized || plan.summary?.includes(path)) continue
    const [table = '', inner] = path.split('.')
    if (inner !== undefined && plan.childTables !== 'expand') continue
    const name = inner === undefined ? id : `${table}.`
    groups.set(name, [...(groups.get(name) ?? []), column])
  }
  return [...groups.values()].toReversed().toSorted((a, b) => {
    const [one, other] = [priorityOf(a), priorityOf(b)]
    // Two that leave last are no number apart.
    return one === other ? 0 : one - other
  })
}

function priorityOf(group: readonly ColumnPlan[]): number {
  return Math.max(
    ...group.map((column) => column.priority ?? (isLast(column) ? Number.POSITIVE_INFINITY : 0)),
  )
}

/** Of a sub-table a row says no amounts, but how many rows there are. */
function isLast(column: ColumnPlan): boolean {
  return holdsAmounts(column) && !column.path.includes('.')
}
