import type { ColumnPlan, ListPlan } from './plan'

/** All that a list shows of a record: its columns, with the one that rows are grouped by. Each is granted by itself. */
export function listedColumns({
  columns,
  group,
}: Pick<ListPlan, 'columns' | 'group'>): readonly ColumnPlan[] {
  return group ? [...columns, group] : columns
}
