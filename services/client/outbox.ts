import { CallError } from '@runtime/host'
import { newId } from '@runtime/id'
import type { ClientFrames, ServerFrames } from '../contract/areas/chat'
import { CODE } from '../contract/code'
import type { Frame } from './socket'

type SendMessage = Omit<ClientFrames['SendMessage'], 'method' | 'token' | 'clientId'>
type MessageList = Omit<ClientFrames['MessageList'], 'method' | 'token' | 'requestId'>

/** What this window has to say and to ask, kept until it is answered: a connection may come and go meanwhile. */
export interface Outbox {
  say(message: SendMessage): Promise<ServerFrames['sendMessage']>
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
  const sayings = new Map<string, Waiting>()
  const questions = new Map<string, Waiting>()
  const readers = new Set<string>()
  let pause: ReturnType<typeof setTimeout> | undefined

  const sayNext = () => {
    const [first] = sayings.values()
    if (first && pause === undefined) send(first.frame)
  }
  const resume = () => {
    pause = undefined
    sayNext()
  }
  const settle = (waiting: Map<string, Waiting>, id: unknown, act: (one: Waiting) => void) => {
    const one = waiting.get(String(id))
    if (!one || !waiting.delete(String(id))) return
    act(one)
    if (waiting === sayings) sayNext()
  }
  const refused = (frame: Frame) => {
    const error = new CallError(Number(frame['code']), String(frame['msg']))
    if (error.code === CODE.tooMany && sayings.has(String(frame['clientId']))) {
      clearTimeout(pause)
      pause = setTimeout(resume, Number(frame['retryAfter'] ?? RETRY_AFTER))
      return
    }
    settle(sayings, frame['clientId'], ({ reject }) => reject(error))
    settle(questions, frame['requestId'], ({ reject }) => reject(error))
  }

  return {
    say: (message) =>
      new Promise((resolve, reject) => {
        const clientId = newId()
        const frame = { method: 'SendMessage', ...message, clientId }
        sayings.set(clientId, { frame, resolve, reject })
        if (sayings.size === 1) sayNext()
      }),
    ask: (query) =>
      new Promise((resolve, reject) => {
        const requestId = newId()
        const frame = { method: 'MessageList', ...query, requestId }
        questions.set(requestId, { frame, resolve, reject })
        send(frame)
      }),
    markRead(formUserId) {
      if (!send({ method: 'UpdateReadMessage', formUserId })) readers.add(formUserId)
    },
    heard(frame) {
      if (frame.method === 'refused') refused(frame)
      if (frame.method === 'sendMessage')
        settle(sayings, frame['clientId'], ({ resolve }) => resolve(frame as never))
      if (frame.method === 'messageList')
        settle(questions, frame['requestId'], ({ resolve }) => resolve(frame as never))
    },
    flush() {
      for (const formUserId of readers) send({ method: 'UpdateReadMessage', formUserId })
      readers.clear()
      for (const { frame } of questions.values()) send(frame)
      sayNext()
    },
    fail(error) {
      clearTimeout(pause)
      pause = undefined
      readers.clear()
      const unanswered = [...sayings.values(), ...questions.values()]
      sayings.clear()
      questions.clear()
      for (const { reject } of unanswered) reject(error)
    },
  }
}
