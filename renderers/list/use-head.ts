import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useMemo, useState } from 'react'
import { NARROWEST_SET, type useColumnChoice, WIDEST_SET, withChange, withMove } from './column-choice'
import type { QueryState } from './query-state'

/** What can be done to a column at its head. */
export interface HeadActs {
  /** '': the list's own order again. */
  sort(path: string, order: 'asc' | 'desc' | ''): void
  /** Asks for what the column's values are to be; null: the list cannot be asked by it. */
  filterOf(column: ColumnPlan): (() => void) | null
  pin(column: ColumnPlan, on: boolean): void
  hide(column: ColumnPlan): void
  move(id: string, beside: string, side: 'before' | 'after'): void
  /** Pixels; undefined: as wide as its values again. */
  size(id: string, width: number | undefined): void
}

/** A column whose values are asked for: in the search line where it has a field there, else in the advanced search. */
export interface AskedColumn {
  readonly path: string
  readonly by: 'search' | 'query'
}

/** The acts of a list's heads, and the column that was asked to be filtered by. */
export function useHead(
  plan: ListPlan,
  state: QueryState,
  choice: ReturnType<typeof useColumnChoice>,
): { readonly acts: HeadActs; readonly asked: AskedColumn | null; readonly answered: () => void } {
  const [asked, setAsked] = useState<AskedColumn | null>(null)
  const acts = useMemo<HeadActs>(() => {
    const { choice: all, save } = choice
    const filterBy = ({ path }: ColumnPlan): AskedColumn['by'] | null => {
      if (plan.search.some((search) => search.path === path)) return 'search'
      return plan.superQuery && plan.queryable.some((field) => field.path === path) ? 'query' : null
    }
    return {
      sort(path, order) {
        const own = { sidx: plan.sort?.field ?? '', sort: plan.sort?.order ?? '' }
        const wanted = order === '' ? own : { sidx: path, sort: order }
        state.set({ ...wanted, currentPage: state.query.currentPage })
      },
      filterOf(column) {
        const by = filterBy(column)
        return by && (() => setAsked({ path: column.path, by }))
      },
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
