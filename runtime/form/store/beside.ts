import type { FieldPlan } from '../plan'
import type { FormStore } from '../store.types'

/** Reads other values as a field sees them in its place; in a sub-table those of the row at an index come first. */
export function besideIn(
  store: Pick<FormStore, 'get'>,
  { table }: Pick<FieldPlan, 'table'>,
  index: number,
): (path: string) => unknown {
  return (path) => {
    if (table === undefined) return store.get(path)
    const column = path.startsWith(`${table}.`) ? path : `${table}.${path}`
    const held = store.get(column)
    return Array.isArray(held) ? held[index] : store.get(path)
  }
}
