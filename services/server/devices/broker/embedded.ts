import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PAYLOAD_LIMIT, TOPIC_ROOT } from '@runtime/field/topics'
import type { Log } from '../../log'
import {
  type Broker,
  type BrokerEvents,
  CONNECTION_TOPIC,
  type Identity,
  type Message,
  type PublishOptions,
} from './broker'
import { hostState, STATE_TOPIC } from './sparkplug-host'

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

/** A broker that has ended by itself is started anew after this long, then each time after twice as long, in milliseconds. */
const RESTART = { first: 100, most: 5_000 } as const

/**
 * Starts the embedded broker. A port that is taken is replaced by a free one, and said. When it ends by itself it is started
 * anew on the same port; what it had not acknowledged comes again from the devices.
 */
export async function startEmbeddedBroker(
  options: EmbeddedOptions,
  events: BrokerEvents,
  log: Log,
): Promise<Broker> {
  const ending = new AbortController()
  const launch = async (port: number, mayMove: boolean): Promise<WorkerPort> => {
    const data = { ...options, port, mayMove, payloadLimit: PAYLOAD_LIMIT, root: TOPIC_ROOT }
    const launched = new WorkerPort(new Worker(workerFile(), { workerData: data }), events, log)
    await launched.listening
    return launched
  }
  let current = await launch(options.port, true)
  const { port, isFallback } = await current.listening
  if (isFallback)
    log.warn(
      `MQTT port ${options.port} is in use; devices connect to port ${port}. LOAM_MQTT_PORT names another.`,
    )
  const appear = () => {
    // Sparkplug's nodes find it when they connect; that it goes they see by their connection.
    current
      .publish(STATE_TOPIC, hostState(true, Date.now()), { qos: 1, retain: true })
      .catch((error: unknown) => log.info(`Sparkplug's nodes could not be told of this host: ${error}`))
    events.connected()
  }
  const relaunch = async (): Promise<WorkerPort> => {
    for (let wait: number = RESTART.first; ; wait = Math.min(wait * 2, RESTART.most)) {
      await sleep(wait, undefined, { signal: ending.signal })
      try {
        return await launch(port, false)
      } catch (error) {
        log.warn(`The MQTT broker could not be started anew: ${error}`)
      }
    }
  }
  const supervise = async () => {
    while (true) {
      appear()
      await current.ended
      if (ending.signal.aborted) return
      log.warn('The MQTT broker has ended and is started anew')
      current = await relaunch()
      if (ending.signal.aborted) await current.end()
    }
  }
  const supervising = supervise().catch((error: unknown) => {
    if (!ending.signal.aborted) log.error(`The MQTT broker is looked after no more: ${error}`)
  })
  const pause = () => {
    ending.abort()
    current.pause()
  }
  return {
    url: `mqtt://127.0.0.1:${port}`,
    isConnected: () => !current.hasEnded,
    publish: (topic, payload, how) => current.publish(topic, payload, how),
    disconnect: (gatewayId) => current.disconnect(gatewayId),
    crash: () => current.end(),
    pause,
    async close() {
      pause()
      await current.end()
      await supervising
    },
  }
}

class WorkerPort {
  /** Rejects where it ends before. */
  readonly listening: Promise<{ port: number; isFallback: boolean }>
  readonly ended: Promise<void>
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
      worker.on('exit', () => reject(new Error('The MQTT broker has ended')))
      worker.on('message', (messages: readonly FromWorker[]) => {
        for (const message of messages) if (message.kind === 'listening') resolve(message)
        this.hear(messages)
      })
    })
    this.ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.hasEnded = true
        for (const done of this.published.values()) done(new Error('The MQTT broker has ended'))
        this.published.clear()
        resolve()
      })
    })
  }

  /** At once, with all its connections, as if it had crashed. */
  async end(): Promise<void> {
    await this.worker.terminate()
  }

  disconnect(gatewayId: string): void {
    this.worker.postMessage({ kind: 'disconnect', gatewayId })
  }

  pause(): void {
    this.isPaused = true
  }

  publish(topic: string, payload: Uint8Array, { qos, to, retain = false }: PublishOptions): Promise<void> {
    if (this.hasEnded) return Promise.reject(new Error('The MQTT broker has ended'))
    const id = ++this.last
    this.worker.postMessage({ kind: 'publish', id, topic, payload, qos, to, retain })
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
