import { CallError } from '@runtime/host'
import type { Language } from '@runtime/text'
import type { ChatContent, ServerFrames } from '../contract/areas/platform/chat'
import { CODE } from '../contract/code'
import type { ClientFrames } from '../contract/frames'
import { createOutbox, type Outbox } from './outbox'
import { connectSocket, type Frame, type Socket, type SocketState } from './socket'
import { clientText } from './texts'
import type { TokenStore } from './token'

export type { ChatContent, ServerFrames }

/** A frame's members without what the connection itself says. */
type FramePayload<M extends keyof ClientFrames> = Omit<
  ClientFrames[M],
  'method' | 'token' | 'clientId' | 'requestId'
>

/**
 * The one connection by which the server speaks to this window, for as long as somebody is signed in. What carries a
 * sequence arrives once and in order, whatever happens to the network in between.
 */
export interface Live {
  /** `open` once the server has said where things stand (`initMessage`). */
  readonly state: SocketState
  /** When the server last gave a sign of life on this connection or one before it, by this device's clock; null: never. */
  readonly heardAt: number | null
  onState(listener: (state: SocketState) => void): () => void
  /** Hears one kind of frame; the answer ends it. */
  on<M extends keyof ServerFrames>(method: M, listener: (frame: ServerFrames[M]) => void): () => void
  on(method: string, listener: (frame: Frame) => void): () => void
  /**
   * Says something to a person. Resolves when the server has kept it, however often the connection breaks in the meantime; it is
   * kept once. Rejects with a `CallError` when it is refused or the session ends.
   */
  sendMessage(message: FramePayload<'SendMessage'>): Promise<ServerFrames['sendMessage']>
  /** Asks for a page of a conversation. */
  history(query: FramePayload<'MessageList'>): Promise<ServerFrames['messageList']>
  /** Marks what a person has said as read: now, or as soon as there is a connection. */
  markRead(formUserId: string): void
  /**
   * Asks for the `fieldChanged` frames of a project's map, on this connection and on every one after it, until the answer is
   * called. They count by themselves: what was missed comes with a snapshot (`fieldManagement.snapshot`), not again.
   */
  watchField(projectId: string): () => void
  /** Ends it for good. */
  close(): void
}

/** Frames whose `seq` is not that of the connection. */
const COUNT_BY_THEMSELVES: ReadonlySet<string> = new Set(['fieldChanged', 'fieldStands'])

export interface LiveOptions {
  readonly token: TokenStore
  readonly language: () => Language
  readonly connect?: typeof connectSocket
}

/** Connects as soon as there is a token, and again with every other token. */
export function createLive(options: LiveOptions): Live {
  return new TokenLive(options)
}

class TokenLive implements Live {
  state: SocketState = 'closed'
  private socket: Socket | null = null
  /** The last sequence that has been handed on; null before the first `initMessage`. */
  private last: number | null = null
  private readonly outbox: Outbox
  private readonly listeners = new Map<string, Set<(frame: never) => void>>()
  private readonly stateListeners = new Set<(state: SocketState) => void>()
  /** How many places show each project's map. */
  private readonly fields = new Map<string, number>()
  private readonly options: LiveOptions
  private readonly forgetToken: () => void

  constructor(options: LiveOptions) {
    this.options = options
    this.outbox = createOutbox((frame) => this.send(frame))
    this.forgetToken = options.token.onChange((token) => this.start(token))
    this.start(options.token.get())
  }

  get heardAt(): number | null {
    return this.socket?.heardAt ?? null
  }

  onState(listener: (state: SocketState) => void): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  on(method: string, listener: (frame: never) => void): () => void {
    const own = this.listeners.get(method) ?? new Set()
    this.listeners.set(method, own.add(listener))
    return () => own.delete(listener)
  }

  sendMessage(message: FramePayload<'SendMessage'>): Promise<ServerFrames['sendMessage']> {
    return this.outbox.sendMessage(message)
  }

  history(query: FramePayload<'MessageList'>): Promise<ServerFrames['messageList']> {
    return this.outbox.ask(query)
  }

  markRead(formUserId: string): void {
    this.outbox.markRead(formUserId)
  }

  watchField(projectId: string): () => void {
    const watchers = this.fields.get(projectId) ?? 0
    this.fields.set(projectId, watchers + 1)
    if (watchers === 0) this.send({ method: 'fieldWatch', projectId })
    let watching = true
    return () => {
      if (!watching) return
      watching = false
      const left = (this.fields.get(projectId) ?? 1) - 1
      if (left > 0) this.fields.set(projectId, left)
      else {
        this.fields.delete(projectId)
        this.send({ method: 'fieldLeave', projectId })
      }
    }
  }

  close(): void {
    this.forgetToken()
    this.start(null)
  }

  private send(frame: Frame): boolean {
    return this.state === 'open' && this.socket?.send(frame) === true
  }

  private start(token: string | null): void {
    this.socket?.close()
    this.socket = null
    this.last = null
    this.outbox.fail(new CallError(CODE.noSession, clientText(this.options.language(), 'failed')))
    if (!token) {
      this.become('closed')
      return
    }
    const connect = this.options.connect ?? connectSocket
    this.socket = connect(token, (frame) => this.received(frame), {
      language: this.options.language,
      greeting: () => (this.last === null ? {} : { since: this.last }),
      // Open is what the server has greeted back.
      onState: (state) => this.become(state === 'open' ? 'connecting' : state),
    })
  }

  private received(frame: Frame): void {
    if (!this.isNews(frame)) return
    this.outbox.heard(frame)
    // Said again after its answer was lost: it has come, or comes, in its own place.
    if (frame.method === 'sendMessage' && typeof frame['seq'] !== 'number') return
    this.tell(frame)
    if (frame.method === 'initMessage') {
      // Before anybody hears that it is open and fetches a snapshot: what changes after that is not missed.
      for (const projectId of this.fields.keys()) this.socket?.send({ method: 'fieldWatch', projectId })
      this.become('open')
      this.outbox.flush()
    }
    // Whoever has to do with the end of the session hears it above; nothing is to be had by coming back.
    if (frame.method === 'logout' || frame.method === 'closeSocket') this.socket?.close()
  }

  /** Whether a frame is to be handed on: what has been handed on already is not, and before what is missing nothing is. */
  private isNews(frame: Frame): boolean {
    const { seq } = frame
    if (typeof seq !== 'number' || COUNT_BY_THEMSELVES.has(frame.method)) return true
    if (frame.method === 'initMessage') {
      this.last = seq
      return true
    }
    if (this.last === null || seq <= this.last) return false
    if (seq > this.last + 1) {
      this.socket?.reconnect()
      return false
    }
    this.last = seq
    return true
  }

  private tell(frame: Frame): void {
    for (const listener of [...(this.listeners.get(frame.method) ?? [])]) listener(frame as never)
  }

  private become(state: SocketState): void {
    if (this.state === state) return
    this.state = state
    for (const listener of [...this.stateListeners]) listener(state)
  }
}
