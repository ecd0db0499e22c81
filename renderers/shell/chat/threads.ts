import type { ChatContent, Live, ServerFrames } from '@services/client'
import { proxy } from 'valtio/vanilla'

/** Messages that a conversation begins with (`spec/shell-and-monitoring.md §9`). */
export const FIRST_PAGE = 30

export type ChatMessage = ServerFrames['messageList']['list'][number]

/** What the person has said and the server has not yet kept. */
export interface Outgoing {
  readonly key: number
  readonly kind: 'text' | 'image'
  /** The text, or an address of the picture in this window. */
  readonly shown: string
  readonly width?: number
  readonly height?: number
  state: 'sending' | 'failed'
  /** Why it failed. */
  reason: string
}

export interface Thread {
  /** The oldest first, each once. */
  messages: ChatMessage[]
  outgoing: Outgoing[]
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** There is nothing older. */
  complete: boolean
  draft: string
}

export type OutgoingContent = { readonly kind: 'text'; readonly text: string } | OutgoingImage

export interface OutgoingImage {
  readonly kind: 'image'
  /** An address of the picture in this window, given up when the server has it. */
  readonly preview: string
  readonly width: number
  readonly height: number
  /** Sends the file; answers the server's name of it. */
  upload(): Promise<string>
}

export interface Threads {
  /** Valtio proxy, by person. */
  readonly state: Record<string, Thread>
  of(id: string): Thread
  /** Brings the newest messages, unless they are here. */
  load(id: string): Promise<void>
  loadOlder(id: string): Promise<void>
  post(id: string, content: OutgoingContent): void
  retry(id: string, key: number): void
  discard(id: string, key: number): void
  clear(id: string): void
}

/**
 * What has been said with each person. Pages of history and frames may bring the same message; its id makes it one, and
 * gives it its place.
 */
export function createThreads(live: Live, self: () => string): Threads {
  return new LiveThreads(live, self)
}

class LiveThreads implements Threads {
  readonly state = proxy<Record<string, Thread>>({})
  readonly #live: Live
  readonly #self: () => string
  readonly #contents = new Map<number, OutgoingContent>()
  /** Counts how often a thread was emptied: a page that was asked for before is not shown after. */
  readonly #rounds = new Map<string, number>()
  #next = 1

  constructor(live: Live, self: () => string) {
    this.#live = live
    this.#self = self
    live.on('receiveMessage', (frame) => {
      const { formUserId, userId, formMessage } = frame
      this.#heard(formUserId, frame, { sendUserId: formUserId, receiveUserId: userId, content: formMessage })
    })
    live.on('sendMessage', (frame) => {
      const { UserId, toUserId, toMessage } = frame
      this.#heard(toUserId, frame, { sendUserId: UserId, receiveUserId: toUserId, content: toMessage })
    })
    live.on('chatCleared', ({ userId }) => this.clear(userId))
    live.on('initMessage', ({ isReset }) => {
      if (isReset) for (const id of Object.keys(this.state)) void this.#reload(id)
    })
    live.onState((connection) => {
      if (connection === 'closed') for (const id of Object.keys(this.state)) this.#forget(id)
    })
  }

  of(id: string): Thread {
    this.state[id] ??= { messages: [], outgoing: [], state: 'idle', complete: false, draft: '' }
    return this.state[id]
  }

  async load(id: string): Promise<void> {
    const thread = this.of(id)
    if (thread.state === 'loading' || thread.state === 'ready') return
    await this.#fetch(id)
  }

  async loadOlder(id: string): Promise<void> {
    const thread = this.of(id)
    const oldest = thread.messages[0]
    if (thread.state === 'loading' || thread.complete || !oldest) return
    await this.#fetch(id, oldest.id)
  }

  post(id: string, content: OutgoingContent): void {
    const key = this.#next++
    this.#contents.set(key, content)
    const outgoing: Outgoing =
      content.kind === 'text'
        ? { key, kind: 'text', shown: content.text, state: 'sending', reason: '' }
        : {
            ...{ key, kind: 'image', shown: content.preview, width: content.width, height: content.height },
            ...{ state: 'sending', reason: '' },
          }
    this.of(id).outgoing.push(outgoing)
    void this.#send(id, key)
  }

  retry(id: string, key: number): void {
    const thread = this.of(id)
    const failed = thread.outgoing.find((one) => one.key === key && one.state === 'failed')
    if (!failed) return
    // It is said now: after what has been said in the meantime.
    thread.outgoing = [
      ...thread.outgoing.filter((one) => one.key !== key),
      { ...failed, state: 'sending', reason: '' },
    ]
    void this.#send(id, key)
  }

  discard(id: string, key: number): void {
    const content = this.#contents.get(key)
    if (content?.kind === 'image') URL.revokeObjectURL(content.preview)
    this.#contents.delete(key)
    const thread = this.state[id]
    if (thread) thread.outgoing = thread.outgoing.filter((one) => one.key !== key)
  }

  clear(id: string): void {
    if (!this.state[id]) return
    this.#rounds.set(id, this.#round(id) + 1)
    Object.assign(this.state[id], { messages: [], state: 'ready', complete: true })
  }

  async #send(id: string, key: number): Promise<void> {
    const content = this.#contents.get(key)
    if (!content) return
    try {
      if (content.kind === 'text') {
        await this.#live.sendMessage({ toUserId: id, messageType: 'text', messageContent: content.text })
      } else {
        const { width, height } = content
        const messageContent = { name: await content.upload(), width, height }
        await this.#live.sendMessage({ toUserId: id, messageType: 'image', messageContent })
      }
      this.discard(id, key)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const failed = this.state[id]?.outgoing.find((one) => one.key === key)
      if (failed) Object.assign(failed, { state: 'failed', reason })
    }
  }

  #heard(
    id: string,
    frame: ServerFrames['receiveMessage'] | ServerFrames['sendMessage'],
    parties: { readonly sendUserId: string; readonly receiveUserId: string; readonly content: ChatContent },
  ): void {
    const thread = this.state[id]
    // What nobody has looked at yet comes with its first page.
    if (!thread || thread.state === 'idle' || thread.state === 'failed') return
    const { messageType: contentType, dateTime: sendTime } = frame
    thread.messages = merged(thread.messages, [{ id: frame.id, contentType, sendTime, ...parties }])
  }

  async #fetch(id: string, beforeId?: string): Promise<void> {
    const thread = this.of(id)
    const round = this.#round(id)
    thread.state = 'loading'
    try {
      const { list } = await this.#live.history({
        toUserId: id,
        formUserId: this.#self(),
        currentPage: 1,
        pageSize: FIRST_PAGE,
        sord: 'desc',
        ...(beforeId !== undefined && { beforeId }),
      })
      if (this.#round(id) !== round) return
      thread.messages = merged(thread.messages, list)
      Object.assign(thread, { state: 'ready', complete: list.length < FIRST_PAGE })
    } catch {
      if (this.#round(id) === round) thread.state = thread.messages.length > 0 ? 'ready' : 'failed'
    }
  }

  async #reload(id: string): Promise<void> {
    const thread = this.of(id)
    const wasShown = thread.state !== 'idle'
    this.#rounds.set(id, this.#round(id) + 1)
    Object.assign(thread, { messages: [], state: 'idle', complete: false })
    if (wasShown) await this.load(id)
  }

  #forget(id: string): void {
    for (const { key } of this.of(id).outgoing) this.discard(id, key)
    this.#rounds.set(id, this.#round(id) + 1)
    delete this.state[id]
  }

  #round(id: string): number {
    return this.#rounds.get(id) ?? 0
  }
}

/** Both, each message once, in the order of their ids. */
export function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const all = new Map(known.map((message) => [message.id, message]))
  for (const message of more) all.set(message.id, message)
  return [...all.values()].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}
