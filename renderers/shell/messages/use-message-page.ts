import type { Host } from '@runtime/host'
import { useCallback, useEffect, useState } from 'react'
import { fetchMessages, MESSAGE_PAGE, type Message, type MessageFilter } from './message'

interface Loaded {
  readonly list: readonly Message[]
  readonly total: number
}

const NOTHING: Loaded = { list: [], total: 0 }
const ALL: MessageFilter = { keyword: '', type: null, isRead: null }

/** One page of the person's messages, and what leads to others. */
export function useMessagePage(host: Host) {
  const [query, setQuery] = useState({ filter: ALL, currentPage: 1, pageSize: MESSAGE_PAGE })
  const [round, setRound] = useState(0)
  const [loaded, setLoaded] = useState(NOTHING)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    const { filter, ...page } = query
    setState('loading')
    fetchMessages(host, filter, page, leaving.signal).then(
      (answer) => {
        if (leaving.signal.aborted) return
        setLoaded(answer)
        setState('ready')
        const last = Math.max(1, Math.ceil(answer.total / query.pageSize))
        // The last page has been emptied.
        if (query.currentPage > last) setQuery({ ...query, currentPage: last })
      },
      () => {
        if (leaving.signal.aborted) return
        setLoaded(NOTHING)
        setState('failed')
      },
    )
    return () => leaving.abort()
  }, [host, query, round])
  const { filter } = query
  return {
    ...query,
    ...loaded,
    state,
    isFiltered: filter.keyword !== '' || filter.type !== null || filter.isRead !== null,
    filterBy: (change: Partial<MessageFilter>) =>
      setQuery({ ...query, filter: { ...filter, ...change }, currentPage: 1 }),
    goTo: (currentPage: number, pageSize: number) =>
      setQuery({ ...query, pageSize, currentPage: pageSize === query.pageSize ? currentPage : 1 }),
    reload: useCallback(() => setRound((known) => known + 1), []),
  }
}
