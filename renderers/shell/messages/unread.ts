import type { Live } from '@services/client'
import { proxy } from 'valtio/vanilla'

/** Valtio proxy: how many messages wait, and whether some have come since the person last looked. */
export interface Unread {
  total: number
  blinking: boolean
  /** Counts what has come, been read or been deleted anywhere: a list that is open is loaded again. */
  version: number
}

/** Follows the server's own counts, which are absolute (`spec/shell-and-monitoring.md §4`). */
export function createUnread(live: Live): Unread {
  const unread = proxy<Unread>({ total: 0, blinking: false, version: 0 })
  live.on('initMessage', ({ unreadTotalCount }) => {
    // Whoever comes back to what they have seen already is not called again.
    if (unreadTotalCount > unread.total) unread.blinking = true
    if (unreadTotalCount === 0) unread.blinking = false
    unread.total = unreadTotalCount
    unread.version += 1
  })
  live.on('messagePush', ({ unreadTotalCount }) => {
    unread.total = unreadTotalCount
    unread.blinking = true
    unread.version += 1
  })
  live.on('messageRead', ({ unreadTotalCount }) => {
    unread.total = unreadTotalCount
    if (unreadTotalCount === 0) unread.blinking = false
    unread.version += 1
  })
  live.onState((state) => {
    if (state === 'closed') Object.assign(unread, { total: 0, blinking: false })
  })
  return unread
}
