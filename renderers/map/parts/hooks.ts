import { useHost } from '@renderers/host'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Feed, FeedStatus } from '../store/feed'
import type { FieldStore } from '../store/field-store'
import type { Row } from '../store/snapshot'
import { staleText } from './words'

/** Milliseconds between two drawings of what follows every report (lists, counts). */
const PACE = 500

/** Drawn again when anything in the store has changed, twice a second at most; answers a number that has changed then. */
export function useStoreVersion(store: FieldStore): number {
  const [version, setVersion] = useState(store.stateVersion)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion(store.stateVersion)
      }, PACE)
    }
    setVersion(store.stateVersion)
    const forget = store.onChange(later)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [store])
  return version
}

/** Milliseconds between two readings of runs: a group of twenty valves says a word of each. */
const RUNS_PACE = 1_000

/** Whether frames tell of commands and runs now. */
export function useIsLive({ news }: Pick<FieldStore, 'news'>): boolean {
  return useSyncExternalStore(
    useCallback((listener) => news.onChange(listener), [news]),
    () => news.isLive,
  )
}

/** Another number with every word of a command. */
export function useCommandNews({ news }: FieldStore, commandId: string | null): number {
  return useSyncExternalStore(
    useCallback((listener) => news.onChange(listener), [news]),
    () => news.of(commandId ?? ''),
  )
}

/** Another number with every word of a command that waits for somebody's. */
export function useWaitingNews({ news }: FieldStore): number {
  return useSyncExternalStore(
    useCallback((listener) => news.onChange(listener), [news]),
    () => news.ofWaiting,
  )
}

/** Another number with every word of a run, once a second at most. */
export function useRunNews({ news }: Pick<FieldStore, 'news'>): number {
  const [version, setVersion] = useState(news.ofRuns)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = news.onChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setVersion(news.ofRuns)
      }, RUNS_PACE)
    })
    setVersion(news.ofRuns)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [news])
  return version
}

/** The layout's number: devices, pipes and blocks change with it. */
export function useLayoutVersion(store: FieldStore): number {
  return useSyncExternalStore(
    useCallback((listener) => store.onChange(listener), [store]),
    () => store.layoutVersion,
  )
}

/** One marker's row, drawn again with its own reports alone. */
export function useRow(store: FieldStore, id: string): Row | undefined {
  return useSyncExternalStore(
    useCallback((listener) => store.onRow(id, listener), [store, id]),
    () => store.row(store.indexOf(id)),
  )
}

export function useFeedStatus(feed: Feed): FeedStatus {
  return useSyncExternalStore(
    useCallback((listener) => feed.onStatus(listener), [feed]),
    () => feed.status,
  )
}

/** The server's time, every second: ages are shown as they grow, by the clock that has said how old things are. */
export function useServerNow({ clock }: FieldStore): number {
  return clock.at(useNow())
}

/**
 * Whether what a marker says is to be read as old: nothing is heard of it, its gateway is away, or the server cannot be reached,
 * so that nobody knows (`design/field.md §2.6`).
 */
export function useIsOld(store: FieldStore, id: string): boolean {
  const isLive = useIsLive(store)
  const row = useRow(store, id)
  return !isLive || row?.['isOnline'] === 0 || store.isStaleAt(store.indexOf(id))
}

/** How old what a marker says is, in words, as it grows; null: it is fresh. */
export function useStaleWords(store: FieldStore, id: string): string | null {
  const { text: translate } = useHost()
  const now = useServerNow(store)
  const isOld = useIsOld(store, id)
  return isOld ? staleText(translate, store.ageAt(store.indexOf(id), now)) : null
}

/** This device's time, every second. */
export function useNow(): number {
  const host = useHost()
  const [now, setNow] = useState(() => host.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(host.now()), 1000)
    return () => clearInterval(timer)
  }, [host])
  return now
}

/** Follows a media query. */
export function useMedia(query: string): boolean {
  const media = matchMedia(query)
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => media.matches,
  )
}
