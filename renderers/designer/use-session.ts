import type { DesignSession } from '@runtime/design/session'
import { useSyncExternalStore } from 'react'

/** Draws again after every change of what is designed or chosen. */
export function useSession(session: DesignSession): number {
  return useSyncExternalStore(session.subscribe, session.read)
}
