import { useLayoutEffect } from 'react'
import type { QueryState } from './query-state'
import type { RowsState } from './rows'

/**
 * A page beyond the end gives way to the last that there is: its last record has been deleted, here or by somebody else, or what is
 * searched has fewer. It goes before it is drawn, so that nobody reads that there is nothing.
 */
export function useLastPage(isPaged: boolean, { query, set }: QueryState, data: RowsState): void {
  const { currentPage, pageSize } = query
  const last = Math.max(1, Math.ceil(data.total / pageSize))
  const isKnown = !data.loading && !data.first && data.error === null
  const isBeyond = isPaged && isKnown && data.rows.length === 0 && currentPage > last
  useLayoutEffect(() => {
    if (isBeyond) set({ currentPage: last }, { quiet: true })
  }, [isBeyond, last, set])
}
