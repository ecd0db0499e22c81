import { CallError } from '@runtime/host'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../host'

/** What a popup is about, fetched when it opens. */
export interface Fetched<T> {
  /** Null while it is on its way. */
  readonly value: T | null
  readonly error: string | null
  readonly retry: () => void
}

/**
 * Fetches once for each `fetch`, which must be the same function from drawing to drawing; null: there is nothing to fetch.
 * A view that was hidden and is shown again keeps what it has.
 */
export function useFetched<T>(fetch: ((signal: AbortSignal) => Promise<T>) | null): Fetched<T> {
  const host = useHost()
  const [value, setValue] = useState<T | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const answered = useRef<{ readonly fetch: typeof fetch; readonly round: number } | null>(null)
  useEffect(() => {
    if (!fetch || (answered.current?.fetch === fetch && answered.current.round === round)) return
    const leaving = new AbortController()
    setError(null)
    fetch(leaving.signal).then(
      (found) => {
        if (leaving.signal.aborted) return
        answered.current = { fetch, round }
        setValue(found)
      },
      (problem: unknown) => {
        if (leaving.signal.aborted) return
        setError(problem instanceof CallError ? problem.message : host.text('@view.loadFailed'))
      },
    )
    return () => leaving.abort()
  }, [fetch, host, round])
  return { value, error, retry: () => setRound(round + 1) }
}
