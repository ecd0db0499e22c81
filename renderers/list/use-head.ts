import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useMemo, useState } from 'react'
import { NARROWEST_SET, type useColumnChoice, WIDEST_SET, withChange, withMove } from './column-choice'
import { isFilterable, isFiltered } from './filters/column-filter'
import type { QueryState } from './query-state'

/** What can be done to a column at its head. */
export interface HeadActs {
  /** '': the list's own order again. */
  sort(path: string, order: 'asc' | 'desc' | ''): void
  /** Opens what asks for the column's values, below its head; null: the list cannot be asked by it. */
  filterOf(column: ColumnPlan): ((anchor: HTMLElement) => void) | null
  isFiltered(column: ColumnPlan): boolean
  pin(column: ColumnPlan, on: boolean): void
  hide(column: ColumnPlan): void
  move(id: string, beside: string, side: 'before' | 'after'): void
  /** Pixels; undefined: as wide as its values again. */
  size(id: string, width: number | undefined): void
}

/** A column whose filter is open, and the head below which it stands. */
export interface AskedColumn {
  readonly column: ColumnPlan
  readonly anchor: HTMLElement
}

/** The acts of a list's heads, and the column that is being filtered. */
export function useHead(
  plan: ListPlan,
  state: QueryState,
  choice: ReturnType<typeof useColumnChoice>,
): { readonly acts: HeadActs; readonly asked: AskedColumn | null; readonly answered: () => void } {
  const [asked, setAsked] = useState<AskedColumn | null>(null)
  const acts = useMemo<HeadActs>(() => {
    const { choice: all, save } = choice
    return {
      sort(path, order) {
        const own = { sidx: plan.sort?.field ?? '', sort: plan.sort?.order ?? '' }
        const wanted = order === '' ? own : { sidx: path, sort: order }
        state.set({ ...wanted, currentPage: state.query.currentPage })
      },
      filterOf(column) {
        if (!isFilterable(plan, column)) return null
        return (anchor) => setAsked({ column, anchor })
      },
      isFiltered: ({ path }) => isFiltered(plan, state.query, path),
      pin: (column, on) => save(withChange(all, column.id, { fixed: on ? 'left' : 'none' })),
      hide: (column) => save(withChange(all, column.id, { columnVisible: false })),
      move: (id, beside, side) => save(withMove(all, id, beside, side)),
      size(id, width) {
        const bounded =
          width === undefined ? undefined : Math.min(WIDEST_SET, Math.max(NARROWEST_SET, Math.round(width)))
        save(withChange(all, id, { width: bounded }))
      },
    }
  }, [plan, state, choice])
  return useMemo(() => ({ acts, asked, answered: () => setAsked(null) }), [acts, asked])
}
