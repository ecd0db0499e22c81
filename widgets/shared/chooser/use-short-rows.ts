import type { Host } from '@runtime/host'
import { useCallback, useEffect, useState } from 'react'
import { tellFailure } from '../tell-failure'
import type { DataRow, LoadRows } from './use-rows'

/** A list of so many is short: all of it is fetched, and typing narrows it. */
export const SHORT = 200

/** What is known of the list that a field chooses from. */
export interface ShortRows {
  readonly state: 'ready' | 'loading' | 'failed'
  readonly rows: readonly DataRow[]
  /** There are more: it is for the dialog, which searches at the server. */
  readonly isLong: boolean
}

const UNKNOWN: ShortRows = { state: 'ready', rows: [], isLong: false }

/** The rows of a short list, fetched when they are first asked for and each time after. */
export function useShortRows(loader: () => LoadRows, host: Pick<Host, 'text' | 'toast'>) {
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState(UNKNOWN)
  const ask = useCallback(() => setRound((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader is made anew with each asking, so that parameters are read as they then are.
  useEffect(() => {
    if (round === 0) return
    const leaving = new AbortController()
    setKnown((before) => ({ ...before, state: 'loading', isLong: false }))
    loader()({ keyword: '', currentPage: 1, pageSize: SHORT }, leaving.signal).then(
      ({ rows, total }) => {
        if (leaving.signal.aborted) return
        const isLong = total > SHORT || rows.length > SHORT
        setKnown({ state: 'ready', rows: isLong ? [] : rows, isLong })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setKnown({ ...UNKNOWN, state: 'failed' })
        tellFailure(host, error)
      },
    )
    return () => leaving.abort()
  }, [round, host])
  return { ...known, ask }
}
