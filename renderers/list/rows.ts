import { CallError, type Host } from '@runtime/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ListPage, ListQuery, ListSource } from './source'

export interface RowsState extends ListPage {
  readonly loading: boolean
  /** What went wrong the last time; the rows of before stay. */
  readonly error: string | null
  /** Nothing has arrived yet. */
  readonly first: boolean
}

const NOTHING: RowsState = { rows: [], total: 0, loading: true, error: null, first: true }

/** Rows of a query. A newer question gives up the older one; a failed one keeps what was there. */
export function useRows(
  source: ListSource,
  query: ListQuery,
  host: Host,
): RowsState & { readonly reload: () => void } {
  const [state, setState] = useState<RowsState>(NOTHING)
  const [round, setRound] = useState(0)
  const texts = useRef(host)
  texts.current = host
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks the same question again.
  useEffect(() => {
    const leaving = new AbortController()
    setState((known) => ({ ...known, loading: true }))
    source.load(query, leaving.signal).then(
      (page) => {
        if (!leaving.signal.aborted) setState({ ...page, loading: false, error: null, first: false })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        const message = error instanceof CallError ? error.message : texts.current.text('@view.loadFailed')
        setState((known) => ({ ...known, loading: false, error: message }))
      },
    )
    return () => leaving.abort()
  }, [source, query, round])
  const reload = useCallback(() => setRound((known) => known + 1), [])
  return { ...state, reload }
}
