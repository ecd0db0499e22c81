import type { Host } from '@runtime/host'
import type { Live } from '@services/client'
import { type ConversationList, createConversations } from './conversations'
import { createThreads, type Threads } from './threads'

/** The chat of this window; its drawer may be open or not. */
export interface Chat {
  readonly conversations: ConversationList
  readonly threads: Threads
  /** Which conversation is before the person's eyes: what comes in it is read. */
  view(id: string | null): void
}

export function createChat(live: Live, call: Host['call']): Chat {
  let self = ''
  let seen: string | null = null
  live.on('initMessage', ({ userId }) => {
    self = userId
  })
  const threads = createThreads(live, () => self)
  const conversations = createConversations(live, call)
  const read = () => {
    // A page in the background is open, and not looked at.
    if (seen !== null && document.visibilityState === 'visible' && conversations.state.unread[seen])
      conversations.markRead(seen)
  }
  // Both come after the counts that they bring have been taken.
  live.on('receiveMessage', read)
  live.on('initMessage', read)
  document.addEventListener('visibilitychange', read)
  window.addEventListener('beforeunload', (event) => {
    // What the server has not kept is gone with the page.
    if (Object.values(threads.state).some(({ outgoing }) => outgoing.length > 0)) event.preventDefault()
  })
  return {
    conversations,
    threads,
    view(id) {
      seen = id
      read()
    },
  }
}

/** Unread messages of all conversations. */
export function unreadOf(unread: Readonly<Record<string, number>>): number {
  return Object.values(unread).reduce((sum, count) => sum + count, 0)
}
