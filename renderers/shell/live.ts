import type { Host } from '@runtime/host'
import { createLive, type Live } from '@services/client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { type Chat, createChat } from './chat/chat'
import { client } from './client'
import { createRunningJobs, type RunningJobs } from './jobs/running'
import { language } from './language'
import { createUnread, type Unread } from './messages/unread'

/** What the server tells this window while somebody is signed in. */
export interface LiveState {
  readonly live: Live
  readonly unread: Unread
  readonly chat: Chat
  readonly jobs: RunningJobs
}

/** @param call fetches what no frame brings. */
export function createLiveState(live: Live, call: Host['call']): LiveState {
  return {
    ...{ live, unread: createUnread(live), chat: createChat(live, call) },
    jobs: createRunningJobs(live, call),
  }
}

/** Listens from the first moment on, so that no frame comes before there is somebody who hears it. */
const product = createLiveState(
  createLive({ token: client.token, language: () => language.current }),
  (name, input, options) => client.call(name, input, options),
)

/** The window's own connection; specs put another in its place. */
export const LiveContext = createContext<LiveState>(product)

export function useLive(): LiveState {
  return useContext(LiveContext)
}

/** Whether what is shown is live: `waiting` and `connecting` while the connection is being brought back. */
export function useLiveState(): Live['state'] {
  const { live } = useLive()
  return useSyncExternalStore(
    (listener) => live.onState(listener),
    () => live.state,
  )
}
