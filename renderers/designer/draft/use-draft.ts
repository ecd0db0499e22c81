import type { Clash } from '@runtime/design/draft'
import type { DesignSession } from '@runtime/design/session'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useHost } from '../../host'
import { DraftSync, type SyncOptions, type SyncState } from './sync'

export interface DesignDraft extends SyncState {
  /** Sends at once: the designer has been left. */
  flush(): void
  /** Whose something shall be that both have changed. */
  answer(clash: Clash, keep: 'mine' | 'theirs'): void
  /** Takes at once what has become of the draft elsewhere. */
  catchUp(): void
}

const NOTHING = { save: 'saved', refusal: '', others: [], clash: null, lost: 0 } as const

/** Keeps what is designed in a session with the server, as long as it is shown. */
export function useDraft(session: DesignSession, options: SyncOptions): DesignDraft {
  const host = useHost()
  const [sync, setSync] = useState<DraftSync | null>(null)
  const { modelId, draftVersion, store } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is opened once, from the version it was read at
  useEffect(() => {
    const own = new DraftSync(session, host, { modelId, draftVersion, ...(store && { store }) })
    setSync(own)
    void own.open()
    const flushHidden = () => document.visibilityState === 'hidden' && own.flush()
    addEventListener('pagehide', own.flush)
    addEventListener('blur', own.flush)
    addEventListener('online', own.flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      removeEventListener('pagehide', own.flush)
      removeEventListener('blur', own.flush)
      removeEventListener('online', own.flush)
      document.removeEventListener('visibilitychange', flushHidden)
      own.end()
    }
  }, [session, modelId])
  const state = useSyncExternalStore(
    (listener) => sync?.subscribe(listener) ?? (() => undefined),
    () => sync?.state,
  )
  return {
    ...(state ?? { ...NOTHING, draftVersion }),
    flush: () => sync?.flush(),
    answer: (clash, keep) => sync?.answer(clash, keep),
    catchUp: () => void sync?.present(),
  }
}
