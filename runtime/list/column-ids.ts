import type { ColumnPlan } from './plan'

/** Names the columns: two of one path are two columns, each with its label and its own place in the settings. */
export function withIds(columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  const times = new Map<string, number>()
  return columns.map((column) => {
    const time = (times.get(column.path) ?? 0) + 1
    times.set(column.path, time)
    return time === 1 ? column : { ...column, id: `${column.path}~${time}` }
  })
}
