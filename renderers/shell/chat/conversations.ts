import type { Host } from '@runtime/host'
import type { CallAnswer, ChatContent, Live, ServerFrames } from '@services/client'
import { proxy } from 'valtio/vanilla'

export type Conversation = CallAnswer<'chat.conversations'>['data']['list'][number]
/** Whom one talks to. */
export type Person = Pick<Conversation, 'id' | 'realName' | 'account' | 'headIcon' | 'department'>

/** Valtio proxy: with whom this person talks. */
export interface Conversations {
  /** The latest first. */
  list: Conversation[]
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** Unread messages by person; of nobody else there are any. */
  unread: Record<string, number>
  /** The people who have the product open. */
  online: Record<string, true>
}

export interface ConversationList {
  readonly state: Conversations
  /** Fetches the list, which frames keep right from then on. */
  load(): Promise<void>
  markRead(id: string): void
  remove(id: string): Promise<void>
  clear(id: string): Promise<void>
}

type Change = (list: Conversation[]) => Conversation[]

export function createConversations(live: Live, call: Host['call']): ConversationList {
  const state = proxy<Conversations>({ list: [], state: 'idle', unread: {}, online: {} })
  /** What frames have told since the list was asked for: it is older than they are. */
  let since: Change[] | null = null
  const change = (apply: Change) => {
    state.list = apply(state.list)
    since?.push(apply)
  }

  const load = async () => {
    const told: Change[] = []
    since = told
    if (state.state !== 'ready') state.state = 'loading'
    try {
      const { list } = (await call('chat.conversations')).data as { list: Conversation[] }
      if (since !== told) return
      state.list = told.reduce((known, apply) => apply(known), list)
      state.state = 'ready'
    } catch {
      // A list that is there already stays: it is right as far as frames have come.
      if (since === told && state.state === 'loading') state.state = 'failed'
    } finally {
      if (since === told) since = null
    }
  }

  const forget = (id: string) => {
    delete state.unread[id]
    change((list) => list.filter((one) => one.id !== id))
  }
  const empty = (id: string) => {
    delete state.unread[id]
    change((list) => list.map((one) => (one.id === id ? { ...one, latestMessage: '' } : one)))
  }

  live.on('initMessage', ({ unreadNums, onlineUsers }) => {
    state.unread = Object.fromEntries(unreadNums.map(({ sendUserId, unreadNum }) => [sendUserId, unreadNum]))
    state.online = Object.fromEntries(onlineUsers.map((id) => [id, true]))
    // Between the list and the first connection nothing was heard.
    if (state.state !== 'idle') void load()
  })
  live.on('receiveMessage', (frame) => {
    state.unread[frame.formUserId] = frame.unreadNum
    change(withLatest(frame.formUserId, receivedFrom(frame)))
  })
  live.on('sendMessage', (frame) => change(withLatest(frame.toUserId, recipientOf(frame))))
  live.on('chatRead', ({ formUserId }) => {
    delete state.unread[formUserId]
  })
  live.on('chatCleared', ({ userId }) => empty(userId))
  live.on('chatRemoved', ({ userId }) => forget(userId))
  live.on('Online', ({ userId }) => {
    state.online[userId] = true
  })
  live.on('Offline', ({ userId }) => {
    delete state.online[userId]
  })
  live.onState((connection) => {
    if (connection !== 'closed') return
    since = null
    Object.assign(state, { list: [], state: 'idle', unread: {}, online: {} })
  })

  return {
    state,
    load,
    markRead(id) {
      delete state.unread[id]
      live.markRead(id)
    },
    async remove(id) {
      await call('chat.remove', { id })
      forget(id)
    },
    async clear(id) {
      await call('chat.clear', { id })
      empty(id)
    },
  }
}

/** A conversation with its latest message stands first. */
function withLatest(id: string, latest: Omit<Conversation, 'id' | 'department' | 'unreadMessage'>): Change {
  return (list) => {
    const known = list.find((one) => one.id === id)
    const others = list.filter((one) => one.id !== id)
    return [{ department: '', unreadMessage: 0, ...known, id, ...latest }, ...others]
  }
}

function receivedFrom(frame: ServerFrames['receiveMessage']) {
  const { realName, account, headIcon, latestDate, messageType } = frame
  return {
    ...{ realName, account, headIcon, latestDate, messageType },
    latestMessage: storedText(frame.formMessage),
  }
}

function recipientOf(frame: ServerFrames['sendMessage']) {
  const { toRealName, toAccount, toHeadIcon, latestDate, messageType } = frame
  return {
    ...{ realName: toRealName, account: toAccount, headIcon: toHeadIcon, latestDate, messageType },
    latestMessage: storedText(frame.toMessage),
  }
}

/** As the list of conversations has it. */
function storedText(content: ChatContent): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
