import { type DataCache, type DataQuery, dataOf, type Watch } from '@runtime/data'
import type { Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import { type PagePlan, readsAround, type SourcePlan, shapeAnswer } from '@runtime/page'
import { proxy, ref } from 'valtio/vanilla'

/** What is known of one source. */
export interface SourceState {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** The answer's list where there is one, else the answer. The last one stays while a new one is fetched. */
  data: unknown
  error: string
  /** When `data` was answered, in milliseconds; null: nothing was. */
  since: number | null
}

interface Entry {
  readonly state: SourceState
  readonly watch: Watch
  /** What is asked, as text; null while nothing is. */
  requested: string | null
  used: boolean
  /** Ends the watching; null while the page is hidden or nothing is asked. */
  stop: (() => void) | null
  /** The answer that `state.data` is made of; undefined: none has come to what is asked now. */
  taken: unknown
}

/**
 * The sources of an open page. One is asked for when something first looks at it, and again whenever what its input is made
 * of changes. While the page is hidden nothing is asked.
 */
export class PageSources {
  plan: PagePlan
  private readonly data: DataCache
  private readonly scope: () => Scope
  private readonly entries = new Map<string, Entry>()
  private isShown = false
  /** Valtio proxy: grows whenever what expressions read of `data` changes. */
  readonly changes = proxy({ version: 0 })
  /** What `data.<name>` is in expressions. Reading a name makes the source used. */
  readonly values: Readonly<Record<string, unknown>>

  constructor(plan: PagePlan, host: Host, scope: () => Scope) {
    this.plan = plan
    this.data = dataOf(host)
    this.scope = scope
    const read = (name: string | symbol) => (typeof name === 'string' ? this.use(name)?.data : undefined)
    this.values = new Proxy({} as Record<string, unknown>, {
      get: (_, name) => read(name),
      has: (_, name) => typeof name === 'string' && this.plan.sources.has(name),
      getOwnPropertyDescriptor: (_, name) =>
        typeof name === 'string' && this.plan.sources.has(name)
          ? { configurable: true, enumerable: true, value: read(name) }
          : undefined,
    })
  }

  /** The state of a source, asked for from now on; undefined when the page has none of this name. */
  use(name: string): SourceState | undefined {
    if (!this.plan.sources.has(name)) return undefined
    const entry = this.entry(name)
    if (!entry.used) {
      entry.used = true
      // Not while something is being drawn.
      queueMicrotask(() => this.sync())
    }
    return entry.state
  }

  /** What a source asks as things are now; null while its condition does not hold. */
  queryOf(name: string): DataQuery | null {
    const source = this.plan.sources.get(name)
    if (!source) return null
    const scope = this.scope()
    if (source.when && !source.when.holds(scope)) return null
    const tags = source.tag === undefined ? [] : [source.tag]
    return { call: source.call.evaluate(scope), input: source.with.evaluate(scope), tags }
  }

  /** Asks for what is used and has another query than before. */
  sync(): void {
    for (const [name, entry] of this.entries) {
      if (!entry.used) continue
      const query = this.queryOf(name)
      const requested = query && JSON.stringify(query)
      if (requested !== entry.requested) {
        entry.requested = requested
        entry.taken = undefined
        entry.watch.put(query, { every: this.plan.sources.get(name)?.every })
      }
      const source = this.plan.sources.get(name)
      if (source && readsAround(source)) this.shape(source, entry)
      if (!query) this.rest(entry)
      else if (this.isShown) this.follow(name, entry)
    }
  }

  /** What expressions read beside the page itself has changed. */
  refresh(): void {
    this.changes.version += 1
    this.sync()
  }

  /** Asks sources again; those that nobody looks at are asked for when somebody does. */
  async reload(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.entries.get(name)?.watch.again()))
  }

  /** The page is seen from now on: what is used is asked for, and what has grown old while it was hidden is asked again. */
  show(): void {
    this.isShown = true
    this.sync()
  }

  /** Nobody sees the page: nothing is asked, and requests under way are given up. */
  hide(): void {
    this.isShown = false
    for (const entry of this.entries.values()) leave(entry)
  }

  private entry(name: string): Entry {
    const known = this.entries.get(name)
    if (known) return known
    const entry: Entry = {
      state: proxy<SourceState>({ state: 'idle', data: null, error: '', since: null }),
      watch: this.data.watch(null),
      requested: null,
      used: false,
      stop: null,
      taken: undefined,
    }
    this.entries.set(name, entry)
    return entry
  }

  private rest(entry: Entry): void {
    leave(entry)
    if (entry.state.state === 'idle') return
    this.settle(entry, { state: 'idle', data: null, error: '', since: null })
  }

  private follow(name: string, entry: Entry): void {
    entry.stop ??= entry.watch.subscribe(() => this.take(name, entry))
    this.take(name, entry)
  }

  /** Takes over what is known. Before an answer comes to a new query, the last one stays. */
  private take(name: string, entry: Entry): void {
    const source = this.plan.sources.get(name)
    if (!source || !entry.stop) return
    const { data, error, isFetching, since } = entry.watch.answer
    const state = isFetching || (data === undefined && !error) ? 'loading' : error ? 'failed' : 'ready'
    const message = error?.message ?? ''
    // An answer that was taken and is gone has been forgotten on purpose: the person or the project is another one.
    const isGone = data === undefined && entry.taken !== undefined
    if (data !== entry.taken) {
      entry.taken = data
      if (data !== undefined || isGone)
        this.settle(entry, {
          state,
          error: message,
          data: isGone ? null : this.shaped(source, data),
          since: isGone ? null : since,
        })
      // Another source may be asked for by what this one has answered.
      this.sync()
    } else if (message !== entry.state.error) this.settle(entry, { state, error: message })
    else Object.assign(entry.state, { state, ...(since !== null && { since }) })
  }

  private shaped(source: SourcePlan, data: unknown): unknown {
    return held(shapeAnswer(source, data, this.scope()))
  }

  /** What the rows are made of beside the answer has changed. */
  private shape(source: SourcePlan, entry: Entry): void {
    if (entry.taken === undefined) return
    const data = this.shaped(source, entry.taken)
    if (JSON.stringify(data) !== JSON.stringify(entry.state.data)) this.settle(entry, { data })
  }

  private settle(entry: Entry, change: Partial<SourceState>): void {
    Object.assign(entry.state, change)
    this.changes.version += 1
  }
}

function leave(entry: Entry): void {
  entry.stop?.()
  entry.stop = null
}

/** Answers are replaced, never changed: they need no proxies of their own. */
function held(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? ref(value) : value
}
