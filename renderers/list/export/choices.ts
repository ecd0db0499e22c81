import { propOfPath } from '@runtime/list'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import type { ListHandle } from '../source'

/** Which rows are exported, as the call knows them. */
export const ROWS = { page: 0, all: 1, chosen: 2 } as const
export type Rows = (typeof ROWS)[keyof typeof ROWS]

/** A column that can be exported; `key` is its field as the call takes it. */
export interface Offered {
  readonly key: string
  readonly column: ColumnPlan
  readonly isShown: boolean
}

/** The columns that can be exported: those shown as they are ordered, then the others that the person may see. */
export function offeredColumns(
  { columns: { permitted, shown } }: Pick<ListHandle, 'columns'>,
  { group }: ListPlan,
  permissions: Permissions,
): readonly Offered[] {
  const grouped = group && permissions.column(group.path) ? [group] : []
  const ids = new Set([...grouped, ...shown].map(({ id }) => id))
  const ordered = [...grouped, ...shown, ...permitted.filter(({ id }) => !ids.has(id))]
  const offered = new Map<string, Offered>()
  for (const column of ordered) {
    const key = propOfPath(column.path)
    // The second column of one path says the same; one without a field is worked out by the list alone.
    if (column.field && !offered.has(key)) offered.set(key, { key, column, isShown: ids.has(column.id) })
  }
  return [...offered.values()]
}

/** The rows that there are to choose from; the first is the one that is meant most likely. */
export function offeredRows({ selectedIds }: ListHandle, { paging }: ListPlan): readonly Rows[] {
  return [...(selectedIds.length > 0 ? [ROWS.chosen] : []), ...(paging ? [ROWS.page] : []), ROWS.all]
}
