import type { SocketState } from '@services/client'
import type { FieldStore } from './field-store'
import type { FieldChange, FieldSnapshot } from './snapshot'

export interface FieldFrame {
  readonly projectId: string
  readonly seq: number
  readonly at: number
  readonly changes: readonly FieldChange[]
  /** The plan itself has changed. */
  readonly isReset?: boolean
}

/** Where a map's data come from: the server, or what a spec plays. */
export interface FieldSource {
  snapshot(projectId: string, signal: AbortSignal): Promise<FieldSnapshot>
  /** Asks for the frames of a project until the answer is called. */
  watch(projectId: string): () => void
  on(method: 'fieldChanged' | 'fieldStands' | 'fieldClosed', listener: (frame: object) => void): () => void
  readonly connection: SocketState
  /** When the connection last brought a sign of life, by `now`; null: never. */
  readonly heardAt: number | null
  onConnection(listener: (state: SocketState) => void): () => void
  /** This device's time. */
  now(): number
}

/**
 * How far the map can be believed. `asOf`: milliseconds of the server's time up to which it is true (null: nothing is known
 * yet); while it is live, that is now.
 */
export type FeedStatus =
  | { readonly phase: 'loading'; readonly asOf: number | null }
  | { readonly phase: 'live'; readonly asOf: number }
  | { readonly phase: 'reconnecting'; readonly asOf: number | null }
  | { readonly phase: 'failed'; readonly asOf: number | null; readonly message: string }
  /** The person may not see the project any more. */
  | { readonly phase: 'closed'; readonly asOf: null }

export const FIRST_RETRY = 1_000
export const LONGEST_RETRY = 30_000
/** Frames kept while a snapshot is on its way: more than a minute's. */
const EARLY_LIMIT = 500
/** Milliseconds between looks for what time alone has made stale. */
export const AGEING = 5_000

/**
 * Keeps a store true: a snapshot, then the frames after it, in order. A frame that is missing, a connection that was lost, or
 * a plan that changed brings a new snapshot; what came twice or too late changes nothing.
 */
export class Feed {
  status: FeedStatus = { phase: 'loading', asOf: null }
  private seq: number | null = null
  /** Frames that came while a snapshot is on its way. */
  private early: FieldFrame[] = []
  private fetching: AbortController | null = null
  private retry: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private readonly undo: (() => void)[] = []
  private readonly listeners = new Set<() => void>()
  private readonly store: FieldStore
  private readonly source: FieldSource
  private readonly projectId: string

  constructor(store: FieldStore, source: FieldSource, projectId: string) {
    this.store = store
    this.source = source
    this.projectId = projectId
    const own =
      <F extends { readonly projectId: string }>(hear: (frame: F) => void) =>
      (frame: object) => {
        if ((frame as F).projectId === projectId && this.status.phase !== 'closed') hear(frame as F)
      }
    const ageing = setInterval(() => this.store.age(this.now()), AGEING)
    this.undo.push(
      source.on(
        'fieldChanged',
        own<FieldFrame>((frame) => this.heard(frame)),
      ),
      source.on(
        'fieldStands',
        own<FieldFrame>(({ seq }) => this.stands(seq)),
      ),
      source.on(
        'fieldClosed',
        own(() => this.end()),
      ),
      source.onConnection((state) => this.connected(state)),
      source.watch(projectId),
      () => clearInterval(ageing),
    )
    this.fetch()
  }

  onStatus(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Fetches a snapshot now. */
  readonly refresh = (): void => {
    this.failures = 0
    this.fetch()
  }

  close(): void {
    for (const work of this.undo.splice(0)) work()
    clearTimeout(this.retry)
    this.fetching?.abort()
    this.fetching = null
  }

  private heard(frame: FieldFrame): void {
    if (this.fetching || this.isRetrying || this.seq === null) {
      this.keep(frame)
      return
    }
    if (frame.seq <= this.seq) return
    if (frame.seq > this.seq + 1 || frame.isReset) {
      this.keep(frame)
      this.fetch()
      return
    }
    this.take(frame)
    this.become(this.believed())
  }

  /** Too many to keep: those that are dropped are a gap, which brings another snapshot. */
  private keep(frame: FieldFrame): void {
    this.early.push(frame)
    if (this.early.length > EARLY_LIMIT) this.early.shift()
  }

  private get isRetrying(): boolean {
    return this.failures > 0
  }

  private take(frame: FieldFrame): void {
    this.seq = frame.seq
    this.store.clock.hear(frame.at, this.source.now())
    this.store.apply(frame.changes, this.now())
  }

  /** The server says how many frames there have been: more than are known here were missed. */
  private stands(seq: number): void {
    if (!this.fetching && !this.isRetrying && this.seq !== null && seq > this.seq) this.fetch()
  }

  private connected(state: SocketState): void {
    if (this.status.phase === 'closed') return
    if (state === 'open') this.refresh()
    else this.become(this.believed())
  }

  private end(): void {
    clearTimeout(this.retry)
    this.fetching?.abort()
    this.store.clear()
    this.become({ phase: 'closed', asOf: null })
  }

  private fetch(): void {
    clearTimeout(this.retry)
    this.fetching?.abort()
    const fetching = new AbortController()
    this.fetching = fetching
    this.source.snapshot(this.projectId, fetching.signal).then(
      (snapshot) => {
        if (this.fetching === fetching) this.loaded(snapshot)
      },
      (error: unknown) => {
        if (this.fetching === fetching) this.failed(error)
      },
    )
  }

  private loaded(snapshot: FieldSnapshot): void {
    this.fetching = null
    this.failures = 0
    this.store.clock.hear(snapshot.asOf, this.source.now())
    this.store.load(snapshot, this.now())
    this.seq = snapshot.seq
    const early = this.early.sort((one, other) => one.seq - other.seq)
    this.early = []
    this.become(this.believed())
    for (const frame of early) this.heard(frame)
  }

  private failed(error: unknown): void {
    this.fetching = null
    const message = error instanceof Error ? error.message : String(error)
    this.become({ phase: 'failed', asOf: this.trueUntil(), message })
    const delay = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.failures)
    this.failures += 1
    this.retry = setTimeout(() => this.fetch(), delay)
  }

  /** Live is what is connected and has missed nothing. */
  private believed(): FeedStatus {
    if (this.seq === null) return { phase: 'loading', asOf: null }
    if (this.source.connection === 'open') return { phase: 'live', asOf: this.now() }
    return { phase: 'reconnecting', asOf: this.trueUntil() ?? this.now() }
  }

  /**
   * What was live a moment ago was true up to the last sign of life: a connection may have been dead for two heartbeats
   * before that is noticed. What was not live is no truer than it was.
   */
  private trueUntil(): number | null {
    if (this.status.phase !== 'live') return this.status.asOf
    const { clock } = this.store
    return clock.at(Math.min(this.source.heardAt ?? this.source.now(), this.source.now()))
  }

  /** The server's time. */
  private now(): number {
    return this.store.clock.at(this.source.now())
  }

  private become(status: FeedStatus): void {
    const isSame = status.phase === this.status.phase && status.phase === 'live'
    this.status = isSame ? this.status : status
    this.store.news.setLive(status.phase === 'live')
    if (!isSame) for (const listener of [...this.listeners]) listener()
  }
}
