import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrokerLimits } from '../../limits'
import type { Log } from '../../log'
import {
  type BrokerEvents,
  CONNECTION_TOPIC,
  type Identity,
  type Message,
  type PublishOptions,
} from './broker'

/** How the broker's process starts. */
export interface BrokerSettings {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** A port that is taken may be replaced by a free one. */
  readonly mayMove: boolean
  readonly tls: SecurePort | undefined
  /** Messages a second from one gateway. */
  readonly rate: number
  /** Bytes. */
  readonly payloadLimit: number
  readonly root: string
  readonly limits: BrokerLimits
}

/** Where devices connect over TLS; certificates and key as PEM. With `ca`, devices must have a certificate of it. */
export interface SecurePort {
  readonly host: string
  readonly port: number
  readonly cert: string
  readonly key: string
  readonly ca?: string | undefined
}

export interface Listening {
  readonly port: number
  readonly isFallback: boolean
  readonly tlsPort?: number
}

/** What the process says; `id` is what it waits for an answer to. */
type FromBroker =
  | ({ readonly kind: 'listening' } & Listening)
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

/** How long it may take to say its last acknowledgements, in milliseconds. */
const FAREWELL = 2_000
/** What it needs of our environment; passwords are not for it. */
const ENVIRONMENT = ['PATH', 'TZ', 'LANG', 'OPENSSL_CONF']

/** The broker stands beside this file in the sources, and beside the bundle or its pieces once built. */
function brokerFile(): string {
  const places = ['./process.mjs', './broker.js', '../broker.js'].map(
    (path) => new URL(path, import.meta.url),
  )
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error('The MQTT broker is missing from the build.')
  return fileURLToPath(found)
}

/** The embedded broker's process, from its start to its end; it ends with this one, however this one ends. */
export class BrokerProcess {
  /** Rejects where it ends before. */
  readonly listening: Promise<Listening>
  readonly ended: Promise<void>
  hasEnded = false
  private readonly child: ChildProcess
  private readonly events: BrokerEvents
  private readonly published = new Map<number, (error: Error | undefined) => void>()
  private answers: Answer[] = []
  private last = 0
  private isPaused = false

  constructor(settings: BrokerSettings, events: BrokerEvents, log: Log) {
    const env = Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]))
    // Standard error as it is: the broker writes there only when it fails.
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    this.child = fork(brokerFile(), { stdio: [...stdio], execArgv: [], env, serialization: 'advanced' })
    this.events = events
    this.child.on('error', (error) => log.error(`The MQTT broker has failed: ${error}`))
    this.listening = new Promise((resolve, reject) => {
      this.child.on('error', reject)
      this.child.on('exit', (code, signal) =>
        reject(new Error(`The MQTT broker has ended with ${signal ?? code}`)),
      )
      this.child.on('message', (messages: readonly FromBroker[]) => {
        for (const message of messages) if (message.kind === 'listening') resolve(message)
        this.hear(messages)
      })
    })
    this.ended = new Promise((resolve) => {
      this.child.on('exit', () => {
        this.hasEnded = true
        for (const done of this.published.values()) done(new Error('The MQTT broker has ended'))
        this.published.clear()
        resolve()
      })
    })
    this.tell(settings)
  }

  /** At once, with all its connections, as if it had crashed. */
  async crash(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }

  /** Once it has said what it was told before. */
  async end(): Promise<void> {
    if (this.child.connected) this.child.disconnect()
    const timer = setTimeout(() => this.child.kill('SIGKILL'), FAREWELL)
    await this.ended
    clearTimeout(timer)
  }

  disconnect(gatewayId: string): void {
    this.tell({ kind: 'disconnect', gatewayId })
  }

  pause(): void {
    this.isPaused = true
  }

  publish(topic: string, payload: Uint8Array, { qos, to, retain = false }: PublishOptions): Promise<void> {
    if (this.hasEnded) return Promise.reject(new Error('The MQTT broker has ended'))
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.published.set(id, (error) => (error ? reject(error) : resolve()))
      this.tell({ kind: 'publish', id, topic, payload, qos, to, retain })
    })
  }

  /** What cannot be told any more is answered by its end. */
  private tell(message: object): void {
    this.child.send(message, () => undefined)
  }

  private hear(messages: readonly FromBroker[]): void {
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

  private messageOf({ id, ...message }: Extract<FromBroker, { kind: 'message' }>): Message {
    return { ...message, receivedAt: Date.now(), settle: () => this.answer({ id }) }
  }

  private async signIn({ id, username, password }: Extract<FromBroker, { kind: 'signIn' }>): Promise<void> {
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
        this.tell({ kind: 'answers', answers: this.answers })
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
