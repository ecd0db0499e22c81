import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { PAYLOAD_LIMIT, TOPIC_ROOT } from '@runtime/field/topics'
import type { Log } from '../../log'
import { type Broker, type BrokerEvents, CONNECTION_TOPIC, type Identity, type Message } from './broker'

export interface EmbeddedOptions {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Messages a second from one gateway. */
  readonly rate: number
}

/** What the worker says; `id` is what it waits for an answer to. */
type FromWorker =
  | { readonly kind: 'listening'; readonly port: number; readonly isFallback: boolean }
  | {
      readonly kind: 'message'
      readonly id: number
      readonly topic: string
      readonly payload: Uint8Array
      readonly gatewayId: string
      readonly refused?: string
    }
  | { readonly kind: 'signIn'; readonly id: number; readonly username: string; readonly password: string }
  | { readonly kind: 'connection'; readonly gatewayId: string; readonly state: string }
  | { readonly kind: 'published'; readonly id: number; readonly error?: string }

type Answer = { readonly id: number; readonly identity?: Identity | null; readonly isAway?: boolean }

/** The broker stands beside this file in the sources, and beside the bundle or its pieces once built. */
function workerFile(): URL {
  const places = ['./worker.mjs', './broker.js', '../broker.js'].map((path) => new URL(path, import.meta.url))
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error('The MQTT broker is missing from the build.')
  return found
}

/** Starts the embedded broker. A port that is taken is replaced by a free one, and said. */
export async function startEmbeddedBroker(
  options: EmbeddedOptions,
  events: BrokerEvents,
  log: Log,
): Promise<Broker> {
  const worker = new Worker(workerFile(), {
    workerData: { ...options, payloadLimit: PAYLOAD_LIMIT, root: TOPIC_ROOT },
  })
  const port = new WorkerPort(worker, events, log)
  const { port: listening, isFallback } = await port.listening
  if (isFallback)
    log.warn(
      `MQTT port ${options.port} is in use; devices connect to port ${listening}. LOAM_MQTT_PORT names another.`,
    )
  events.connected()
  return {
    url: `mqtt://127.0.0.1:${listening}`,
    isConnected: () => !port.hasEnded,
    publish: (topic, payload, how) => port.publish(topic, payload, how),
    disconnect: (gatewayId) => worker.postMessage({ kind: 'disconnect', gatewayId }),
    pause: () => port.pause(),
    async close() {
      port.pause()
      await worker.terminate()
    },
  }
}

class WorkerPort {
  readonly listening: Promise<{ port: number; isFallback: boolean }>
  hasEnded = false
  private readonly worker: Worker
  private readonly events: BrokerEvents
  private readonly published = new Map<number, (error: Error | undefined) => void>()
  private answers: Answer[] = []
  private last = 0
  private isPaused = false

  constructor(worker: Worker, events: BrokerEvents, log: Log) {
    this.worker = worker
    this.events = events
    this.listening = new Promise((resolve, reject) => {
      worker.on('error', (error) => {
        log.error(`The MQTT broker has failed: ${error}`)
        reject(error)
      })
      worker.on('message', (messages: readonly FromWorker[]) => {
        for (const message of messages) if (message.kind === 'listening') resolve(message)
        this.hear(messages)
      })
    })
    worker.on('exit', () => {
      this.hasEnded = true
      for (const done of this.published.values()) done(new Error('The MQTT broker has ended'))
      this.published.clear()
    })
  }

  pause(): void {
    this.isPaused = true
  }

  publish(
    topic: string,
    payload: Uint8Array,
    { qos, to }: { readonly qos: 0 | 1; readonly to?: string },
  ): Promise<void> {
    if (this.hasEnded) return Promise.reject(new Error('The MQTT broker has ended'))
    const id = ++this.last
    this.worker.postMessage({ kind: 'publish', id, topic, payload, qos, to })
    return new Promise((resolve, reject) => {
      this.published.set(id, (error) => (error ? reject(error) : resolve()))
    })
  }

  private hear(messages: readonly FromWorker[]): void {
    const received: Message[] = []
    for (const message of messages)
      if (message.kind === 'message') received.push(this.messageOf(message))
      else if (message.kind === 'connection') received.push(connectionMessage(message))
      else if (message.kind === 'signIn') void this.signIn(message)
      else if (message.kind === 'published') {
        this.published.get(message.id)?.(message.error === undefined ? undefined : new Error(message.error))
        this.published.delete(message.id)
      }
    if (received.length > 0 && !this.isPaused) this.events.receive(received)
  }

  private messageOf({ id, ...message }: Extract<FromWorker, { kind: 'message' }>): Message {
    return { ...message, receivedAt: Date.now(), settle: () => this.answer({ id }) }
  }

  private async signIn({ id, username, password }: Extract<FromWorker, { kind: 'signIn' }>): Promise<void> {
    try {
      this.answer({ id, identity: await this.events.signIn(username, password) })
    } catch {
      this.answer({ id, isAway: true })
    }
  }

  /** Answers of one batch go together. */
  private answer(answer: Answer): void {
    if (this.answers.length === 0)
      queueMicrotask(() => {
        this.worker.postMessage({ kind: 'answers', answers: this.answers })
        this.answers = []
      })
    this.answers.push(answer)
  }
}

const encoder = new TextEncoder()
function connectionMessage({
  gatewayId,
  state,
}: {
  readonly gatewayId: string
  readonly state: string
}): Message {
  return {
    topic: CONNECTION_TOPIC,
    payload: encoder.encode(state),
    gatewayId,
    receivedAt: Date.now(),
    settle: () => undefined,
  }
}
