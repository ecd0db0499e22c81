import { CallError } from '@runtime/host'
import { newId } from '@runtime/id'
import type { ServerFrames } from '../contract/areas/platform/chat'
import { CODE } from '../contract/code'
import type { ClientFrames } from '../contract/frames'
import type { Frame } from './socket'

type SendMessage = Omit<ClientFrames['SendMessage'], 'method' | 'token' | 'clientId'>
type MessageList = Omit<ClientFrames['MessageList'], 'method' | 'token' | 'requestId'>

/** What this window has to say and to ask, kept until it is answered: a connection may come and go in the meantime. */
export interface Outbox {
  sendMessage(message: SendMessage): Promise<ServerFrames['sendMessage']>
  ask(query: MessageList): Promise<ServerFrames['messageList']>
  markRead(formUserId: string): void
  /** Sees every frame that comes; some of them are answers. */
  heard(frame: Frame): void
  /** There is a connection: sends what waits. */
  flush(): void
  /** Nothing will be answered any more. */
  fail(error: CallError): void
}

interface Waiting {
  readonly frame: Frame
  readonly resolve: (answer: never) => void
  readonly reject: (error: CallError) => void
}

/** Milliseconds to wait where a refusal for haste does not say how long. */
const RETRY_AFTER = 1_000

/** @param send answers whether it could be sent now. */
export function createOutbox(send: (frame: Frame) => boolean): Outbox {
  /** In the order of saying. Only the first is under way: what is refused for haste is not overtaken. */
  const outgoing = new Map<string, Waiting>()
  const requests = new Map<string, Waiting>()
  const readers = new Set<string>()
  let pause: ReturnType<typeof setTimeout> | undefined

  const sendNext = () => {
    const [first] = outgoing.values()
    if (first && pause === undefined) send(first.frame)
  }
  const resume = () => {
    pause = undefined
    sendNext()
  }
  const settle = (waiting: Map<string, Waiting>, id: unknown, act: (one: Waiting) => void) => {
    const one = waiting.get(String(id))
    if (!one || !waiting.delete(String(id))) return
    act(one)
    if (waiting === outgoing) sendNext()
  }
  const refused = (frame: Frame) => {
    const error = new CallError(Number(frame['code']), String(frame['msg']))
    if (error.code === CODE.tooMany && outgoing.has(String(frame['clientId']))) {
      clearTimeout(pause)
      pause = setTimeout(resume, Number(frame['retryAfter'] ?? RETRY_AFTER))
      return
    }
    settle(outgoing, frame['clientId'], ({ reject }) => reject(error))
    settle(requests, frame['requestId'], ({ reject }) => reject(error))
  }

  return {
    sendMessage: (message) =>
      new Promise((resolve, reject) => {
        const clientId = newId()
        const frame = { method: 'SendMessage', ...message, clientId }
        outgoing.set(clientId, { frame, resolve, reject })
        if (outgoing.size === 1) sendNext()
      }),
    ask: (query) =>
      new Promise((resolve, reject) => {
        const requestId = newId()
        const frame = { method: 'MessageList', ...query, requestId }
        requests.set(requestId, { frame, resolve, reject })
        send(frame)
      }),
    markRead(formUserId) {
      if (!send({ method: 'UpdateReadMessage', formUserId })) readers.add(formUserId)
    },
    heard(frame) {
      if (frame.method === 'refused') refused(frame)
      if (frame.method === 'sendMessage')
        settle(outgoing, frame['clientId'], ({ resolve }) => resolve(frame as never))
      if (frame.method === 'messageList')
        settle(requests, frame['requestId'], ({ resolve }) => resolve(frame as never))
    },
    flush() {
      for (const formUserId of readers) send({ method: 'UpdateReadMessage', formUserId })
      readers.clear()
      for (const { frame } of requests.values()) send(frame)
      sendNext()
    },
    fail(error) {
      clearTimeout(pause)
      pause = undefined
      readers.clear()
      const unanswered = [...outgoing.values(), ...requests.values()]
      outgoing.clear()
      requests.clear()
      for (const { reject } of unanswered) reject(error)
    },
  }
}
