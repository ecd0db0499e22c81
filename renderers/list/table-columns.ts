import type { ColumnPlan } from '@runtime/list/plan'
import { useMemo, useState } from 'react'
import type { MenuOf } from './column-menu'
import type { PlacedColumn, TableLayout } from './columns'
import type { HeadUse } from './table-head'
import type { HeadActs } from './use-head'

/** A column as wide as it is dragged to, before that is kept. */
interface Tried {
  readonly id: string
  readonly width: number
}

/** What a table shows of its columns beyond what is kept of them: a width that is tried, the menu that is open. */
export function useTableColumns(given: readonly ColumnPlan[]) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [menu, setMenu] = useState<MenuOf | null>(null)
  const columns = useMemo(
    () =>
      tried === null
        ? given
        : given.map((one) => (one.id === tried.id ? { ...one, width: tried.width, isSized: true } : one)),
    [given, tried],
  )
  return { columns, menu, setMenu, setTried }
}

/** The heads' use of what is kept. @param needs pixels that a column's name and values need, by its id */
export function headUse(
  { menu, setMenu, setTried }: Omit<ReturnType<typeof useTableColumns>, 'columns'>,
  acts: HeadActs,
  needs: ReadonlyMap<string, number>,
): HeadUse {
  return {
    openMenu: (column, anchor) => setMenu({ column, anchor }),
    opened: menu?.column.id ?? null,
    trySize: (id, width) => setTried(width === null ? null : { id, width }),
    size: acts.size,
    fit: ({ id }) => acts.size(id, needs.get(id)),
    move: acts.move,
    filterOf: acts.filterOf,
    isFiltered: acts.isFiltered,
  }
}

/** The columns at both sides of one, in its part of the table. */
export function besides(
  { columns }: TableLayout,
  id: string,
): { readonly before: string | undefined; readonly after: string | undefined; readonly isOnly: boolean } {
  const data = columns.filter(({ kind }) => kind === 'data')
  const edge = data.find((column) => column.id === id)?.fixed
  const row: readonly PlacedColumn[] = data.filter(({ fixed }) => fixed === edge)
  const at = row.findIndex((column) => column.id === id)
  return { before: row[at - 1]?.id, after: at < 0 ? undefined : row[at + 1]?.id, isOnly: data.length === 1 }
}
