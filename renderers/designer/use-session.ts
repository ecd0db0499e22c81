import type { DesignSession } from '@runtime/design/session'
import { useSyncExternalStore } from 'react'

/** Draws again after every change of the model or of what is chosen in it. */
export function useSession(session: DesignSession): number {
  return useSyncExternalStore(session.subscribe, session.read)
}
