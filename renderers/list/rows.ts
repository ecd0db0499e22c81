import { CallError, type Host } from '@runtime/host'
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from '../data'
import type { ListPage, ListQuery, ListSource } from './source'

export interface RowsState extends ListPage {
  readonly loading: boolean
  /** What went wrong the last time; the rows of before stay. */
  readonly error: string | null
  /** When the rows were answered, in milliseconds; null: none have been. */
  readonly since: number | null
  /** Nothing has arrived yet. */
  readonly first: boolean
}

const NONE: ListPage = { rows: [], total: 0 }
/**
 * Known rows are shown at once and asked for all the same: people act on them. Each answer is a tree of its own: what was
 * fetched below the rows of the last one is asked again.
 */
const HOW = { keep: true, renew: true, maxAge: 0 }

/** Rows of a query. Those of the query before stay until they come; a failed one keeps what was there. */
export function useRows(
  source: ListSource,
  query: ListQuery,
  host: Host,
): RowsState & { readonly reload: () => void } {
  const dataQuery = useMemo(() => source.dataQuery(query), [source, query])
  const { data, error, since, isFetching, again } = useQuery(dataQuery, { ...HOW, every: source.every })
  const text = JSON.stringify(dataQuery)
  const shown = useRef({ query, text })
  // Who searches once more for the same wants it as it is now.
  useEffect(() => {
    if (shown.current.query !== query && shown.current.text === text) again()
    shown.current = { query, text }
  }, [query, text, again])
  const page = useMemo(() => (data === null ? NONE : source.page(data)), [source, data])
  if (!dataQuery) return { ...NONE, loading: false, error: null, since: null, first: false, reload: again }
  const first = data === null
  const message = error instanceof CallError ? error.message : error && host.text('@view.loadFailed')
  return { ...page, loading: isFetching || (first && !error), error: message, since, first, reload: again }
}
