import type { FormStore } from '@runtime/form/store.types'
import type { FieldContext } from '../widget'

/** What a cell's widget may see and do: its row's values by name first, then the form's. */
export function rowContext(store: FormStore, path: string, rowId: string): FieldContext {
  const table = store.table(path)
  const names = new Set(table.columns.map(({ name }) => name))
  const columnOf = (requested: string) => {
    const name = requested.startsWith(`${path}.`) ? requested.slice(path.length + 1) : requested
    return names.has(name) ? name : null
  }
  return {
    store,
    rowId,
    get(name) {
      const column = columnOf(name)
      return column === null ? store.get(name) : table.get(rowId, column)
    },
    set(name, value) {
      const column = columnOf(name)
      if (column === null) store.set(name, value)
      else table.set(rowId, column, value, 'user')
    },
    subscribe(paths, listener) {
      const wanted = paths.map((name) => (columnOf(name) === null ? name : path))
      return store.onChange((changed) => {
        const hit = [...changed].some((one) =>
          wanted.some((name) => one === name || one.startsWith(`${name}.`)),
        )
        if (hit) listener()
      })
    },
  }
}
