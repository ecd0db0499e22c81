import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'

export interface LoadedPage<T> {
  readonly list: readonly T[]
  readonly total: number
}

export type LoadPage<T> = (currentPage: number, signal: AbortSignal) => Promise<LoadedPage<T>>

export interface Pages<T> {
  readonly list: readonly T[]
  readonly total: number
  readonly state: 'loading' | 'ready' | 'failed'
  /** All of it is here. */
  readonly complete: boolean
  /** Brings the next page, or the one that failed. */
  readonly more: () => void
  /** Fetches again what is here, which stays until the new has come. */
  readonly reload: () => void
  /** Put on what scrolls: brings the next page near the end. */
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

interface Known<T> extends LoadedPage<T> {
  /** How many pages are here. */
  readonly pages: number
  readonly complete: boolean
}

const NOTHING = { list: [], total: 0, pages: 0, complete: false } as const

/**
 * A list that grows as it is scrolled. Another `load` begins again; items that a page brings twice, because something came
 * in above them in the meantime, are shown once.
 * @param trigger pixels before the end.
 */
export function usePages<T extends { readonly id: string }>(load: LoadPage<T>, trigger: number): Pages<T> {
  const [known, setKnown] = useState<Known<T>>(NOTHING)
  const [state, setState] = useState<Pages<T>['state']>('loading')
  const flight = useRef<AbortController | null>(null)
  const fetchPages = useCallback(
    async (before: Known<T>, from: number, to: number) => {
      flight.current?.abort()
      const leaving = new AbortController()
      flight.current = leaving
      setState('loading')
      try {
        const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
        const loaded = await Promise.all(numbers.map((page) => load(page, leaving.signal)))
        if (leaving.signal.aborted) return
        setKnown(loaded.reduce(withPage, before))
        setState('ready')
      } catch {
        if (!leaving.signal.aborted) setState('failed')
      }
    },
    [load],
  )
  useEffect(() => {
    setKnown(NOTHING)
    void fetchPages(NOTHING, 1, 1)
    return () => flight.current?.abort()
  }, [fetchPages])
  const { list, total, pages, complete } = known
  const more = () => {
    if (state !== 'loading' && !complete) void fetchPages(known, pages + 1, pages + 1)
  }
  return {
    ...{ list, total, state, complete, more },
    reload: () => void fetchPages(NOTHING, 1, Math.max(1, pages)),
    onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
      if (state === 'ready' && scrollHeight - scrollTop - clientHeight <= trigger) more()
    },
  }
}

function withPage<T extends { readonly id: string }>(known: Known<T>, page: LoadedPage<T>): Known<T> {
  const ids = new Set(known.list.map(({ id }) => id))
  const list = [...known.list, ...page.list.filter(({ id }) => !ids.has(id))]
  const complete = page.list.length === 0 || list.length >= page.total
  return { list, total: page.total, pages: known.pages + 1, complete }
}
