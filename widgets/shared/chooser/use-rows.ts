import type { Host } from '@runtime/host'
import { useCallback, useEffect, useState } from 'react'

import { tellFailure } from '../tell-failure'

/** A row of whatever is chosen from. */
export type DataRow = Readonly<Record<string, unknown>>

export interface RowQuery {
  readonly keyword: string
  readonly currentPage: number
  readonly pageSize: number
}

export interface RowPage {
  readonly rows: readonly DataRow[]
  readonly total: number
}

export type LoadRows = (query: RowQuery, signal: AbortSignal) => Promise<RowPage>

/** How many rows are asked for: one number, or another once something has been searched. */
export interface RowCounts {
  readonly atFirst: number
  readonly later: number
}

const NONE: readonly DataRow[] = []

/** The rows of an open chooser: loaded when it opens, and again with each search, page and refresh. */
export function useRows(load: LoadRows, counts: RowCounts, host: Pick<Host, 'text' | 'toast'>) {
  const [query, setQuery] = useState<RowQuery>({ keyword: '', currentPage: 1, pageSize: counts.atFirst })
  const [round, setRound] = useState(0)
  const [page, setPage] = useState<RowPage>({ rows: NONE, total: 0 })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [known, setKnown] = useState(() => load)
  if (known !== load) {
    // Other rows begin at their first page.
    setKnown(() => load)
    setQuery({ ...query, currentPage: 1 })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setState('loading')
    load(query, leaving.signal).then(
      (loaded) => {
        if (leaving.signal.aborted) return
        const last = Math.max(1, Math.ceil(loaded.total / query.pageSize))
        // What stood on the page has gone meanwhile: the last that there is stands for it.
        if (loaded.rows.length === 0 && query.currentPage > last)
          return setQuery({ ...query, currentPage: last })
        setPage(loaded)
        setState('ready')
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setPage({ rows: NONE, total: 0 })
        setState('failed')
        tellFailure(host, error)
      },
    )
    return () => leaving.abort()
  }, [load, query, round, host])
  const search = useCallback(
    (keyword: string) => setQuery({ keyword: keyword.trim(), currentPage: 1, pageSize: counts.later }),
    [counts.later],
  )
  return {
    ...page,
    query,
    state,
    search,
    refresh: useCallback(() => setRound((known) => known + 1), []),
    goTo: (currentPage: number) => setQuery({ ...query, currentPage }),
  }
}

export type Rows = ReturnType<typeof useRows>
