/** One JSON frame of the socket; `method` names it (`initMessage`, `messagePush`, `logout`, …). */
export interface Frame {
  readonly method: string
  readonly [member: string]: unknown
}

export type SocketState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface Socket {
  /** Sends now; false when there is no connection (nothing is queued: the sender knows what still matters later). */
  send(frame: Frame): boolean
  /** Gives this connection up and comes back with another. */
  reconnect(): void
  /** Ends it for good. */
  close(): void
  readonly state: SocketState
  /** When anything last came, by this device's clock; null: nothing has. */
  readonly heardAt: number | null
}

export interface SocketOptions {
  /** `ws://host`; default: the page's own. */
  readonly baseUrl?: string
  /** Told every change of state: a screen that shows live data says when it is not live. */
  readonly onState?: (state: SocketState) => void
  /** In which language the server is to speak. */
  readonly language?: () => string
  /** What is said first on every connection besides `OnConnection` itself. */
  readonly greeting?: () => Readonly<Record<string, unknown>>
  readonly createSocket?: (url: string) => WebSocket
  readonly random?: () => number
}

/** Milliseconds. A silent connection (no frame for two heartbeats) is taken for dead (`design/field.md §2.5`: within 45 s). */
export const HEARTBEAT = 20_000
/** Milliseconds of silence after which a connection is dead, whatever its timers say: they stand still while a device sleeps. */
export const DEAD = 45_000
/** Given to a connection to come about. */
export const CONNECT_TIMEOUT = 10_000
export const FIRST_DELAY = 1_000
export const LONGEST_DELAY = 30_000

/** Full jitter: anything up to the doubled delay, so that a thousand clients do not come back at the same moment. */
export function reconnectDelay(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt))
}

/**
 * Keeps a connection to `/websocket/{token}`: greets with `OnConnection`, beats while it is open, comes back with
 * growing, jittered delays, at once when the network or the page returns.
 */
export function connectSocket(
  token: string,
  onFrame: (frame: Frame) => void,
  options: SocketOptions = {},
): Socket {
  return new LastingSocket(token, onFrame, options)
}

class LastingSocket implements Socket {
  state: SocketState = 'waiting'
  heardAt: number | null = null
  private socket: WebSocket | null = null
  private attempt = 0
  private retry: ReturnType<typeof setTimeout> | undefined
  private patience: ReturnType<typeof setTimeout> | undefined
  private beat: ReturnType<typeof setInterval> | undefined
  private heardSince = true
  private readonly token: string
  private readonly onFrame: (frame: Frame) => void
  private readonly options: SocketOptions

  constructor(token: string, onFrame: (frame: Frame) => void, options: SocketOptions) {
    this.token = token
    this.onFrame = onFrame
    this.options = options
    globalThis.addEventListener?.('online', this.wake)
    globalThis.addEventListener?.('offline', this.cut)
    globalThis.document?.addEventListener('visibilitychange', this.wake)
    this.connect()
  }

  send(frame: Frame): boolean {
    if (this.state !== 'open' || !this.socket) return false
    this.socket.send(JSON.stringify(frame))
    return true
  }

  reconnect(): void {
    if (this.state === 'open' || this.state === 'connecting') this.lost()
  }

  close(): void {
    globalThis.removeEventListener?.('online', this.wake)
    globalThis.removeEventListener?.('offline', this.cut)
    globalThis.document?.removeEventListener('visibilitychange', this.wake)
    clearTimeout(this.retry)
    this.drop()
    this.become('closed')
  }

  /** A network that is gone lets a connection hang; two heartbeats would pass until that is noticed. */
  private readonly cut = () => this.reconnect()

  private readonly wake = () => {
    if (globalThis.document?.visibilityState === 'hidden') return
    // A device that wakes up finds its connection as it left it, and the server long gone.
    if (this.state === 'open' && this.isDead()) this.lost()
    if (this.state !== 'waiting') return
    clearTimeout(this.retry)
    this.attempt = 0
    this.connect()
  }

  private connect(): void {
    this.become('connecting')
    const create = this.options.createSocket ?? ((url: string) => new WebSocket(url))
    const socket = create(this.address())
    this.socket = socket
    socket.onopen = () => this.opened()
    socket.onmessage = (event) => this.received(event.data)
    socket.onclose = () => this.lost()
    clearTimeout(this.patience)
    this.patience = setTimeout(() => this.lost(), CONNECT_TIMEOUT)
  }

  private address(): string {
    const { baseUrl = pageOrigin(), language } = this.options
    const path = `${baseUrl}/websocket/${encodeURIComponent(this.token)}`
    return language ? `${path}?language=${encodeURIComponent(language())}` : path
  }

  private opened(): void {
    clearTimeout(this.patience)
    this.heard()
    this.become('open')
    const greeting = this.options.greeting?.()
    this.send({ method: 'OnConnection', token: this.token, mobileDevice: false, ...greeting })
    this.beat = setInterval(() => this.pulse(), HEARTBEAT)
  }

  private pulse(): void {
    if (!this.heardSince || this.isDead()) {
      this.lost()
      return
    }
    this.heardSince = false
    this.send({ method: 'heartBeat' })
  }

  private heard(): void {
    this.heardSince = true
    this.heardAt = Date.now()
  }

  private isDead(): boolean {
    return this.heardAt !== null && Date.now() - this.heardAt > DEAD
  }

  private received(text: unknown): void {
    this.heard()
    // A server that takes connections and drops them at once is not back.
    this.attempt = 0
    const frame = parseFrame(text)
    // A mere answer to a heartbeat is nobody's; one that says how far the server has told is news.
    if (frame && (frame.method !== 'heartBeat' || 'seq' in frame)) this.onFrame(frame)
  }

  private lost(): void {
    this.drop()
    if (this.state === 'closed') return
    this.become('waiting')
    const delay = reconnectDelay(this.attempt, this.options.random ?? Math.random)
    this.attempt += 1
    this.retry = setTimeout(() => this.connect(), delay)
  }

  private drop(): void {
    clearInterval(this.beat)
    clearTimeout(this.patience)
    if (!this.socket) return
    this.socket.onopen = null
    this.socket.onmessage = null
    this.socket.onclose = null
    this.socket.close()
    this.socket = null
  }

  private become(state: SocketState): void {
    if (this.state === state) return
    this.state = state
    this.options.onState?.(state)
  }
}

function parseFrame(text: unknown): Frame | null {
  try {
    const frame: unknown = JSON.parse(String(text))
    return typeof frame === 'object' && frame !== null && typeof (frame as Frame).method === 'string'
      ? (frame as Frame)
      : null
  } catch {
    // Texts such as CONNECT_SUCCESS are greetings, not frames.
    return null
  }
}

function pageOrigin(): string {
  return location.origin.replace(/^http/, 'ws')
}
