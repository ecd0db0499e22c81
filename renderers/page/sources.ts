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

/** Whose sources they are: the page's, or those of an open dialog, which see its names. */
interface Place {
  plans(): ReadonlyMap<string, SourcePlan> | undefined
  scope(): Scope
  readonly entries: Map<string, Entry>
}

interface Entry {
  readonly name: string
  readonly place: Place
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
  /** The page, and over it the open dialogs, topmost last. */
  private readonly places: Place[]
  private isShown = false
  /** Valtio proxy: grows whenever what expressions read of `data` changes. */
  readonly changes = proxy({ version: 0 })
  /** What `data.<name>` is in expressions. Reading a name makes the source used. */
  readonly values: Readonly<Record<string, unknown>>

  constructor(plan: PagePlan, host: Host, scope: () => Scope) {
    this.plan = plan
    this.data = dataOf(host)
    this.places = [{ plans: () => this.plan.sources, scope, entries: new Map() }]
    const read = (name: string | symbol) => (typeof name === 'string' ? this.use(name)?.data : undefined)
    this.values = new Proxy({} as Record<string, unknown>, {
      get: (_, name) => read(name),
      has: (_, name) => typeof name === 'string' && this.planOf(name) !== undefined,
      getOwnPropertyDescriptor: (_, name) =>
        typeof name === 'string' && this.planOf(name)
          ? { configurable: true, enumerable: true, value: read(name) }
          : undefined,
    })
  }

  /** The sources of a dialog are there beside those of the page until the answer is called. */
  open(dialog: string, scope: Scope): () => void {
    const plans = () => this.plan.dialogs.get(dialog)?.sources
    const place: Place = { plans, scope: () => scope, entries: new Map() }
    this.places.push(place)
    return () => {
      this.places.splice(this.places.indexOf(place), 1)
      if (place.entries.size === 0) return
      for (const entry of place.entries.values()) leave(entry)
      this.changes.version += 1
    }
  }

  /** The plan of a source; undefined where neither the page nor an open dialog has one of this name. */
  planOf(name: string): SourcePlan | undefined {
    return this.placeOf(name)?.plans()?.get(name)
  }

  /** The names that a source sees. */
  scopeOf(name: string): Scope | undefined {
    return this.placeOf(name)?.scope()
  }

  private placeOf(name: string): Place | undefined {
    return this.places.findLast((place) => place.plans()?.has(name))
  }

  private get entries(): readonly Entry[] {
    return this.places.flatMap(({ entries }) => [...entries.values()])
  }

  /** The state of a source, asked for from now on; undefined when there is none of this name. */
  use(name: string): SourceState | undefined {
    const place = this.placeOf(name)
    if (!place) return undefined
    const entry = this.entry(name, place)
    if (!entry.used) {
      entry.used = true
      // Not while something is being drawn.
      queueMicrotask(() => this.sync())
    }
    return entry.state
  }

  /** What a source asks as things are now; null while its condition does not hold. */
  queryOf(name: string): DataQuery | null {
    const place = this.placeOf(name)
    return place ? asked(name, place) : null
  }

  /** Asks for what is used and has another query than before. */
  sync(): void {
    for (const entry of this.entries) {
      if (!entry.used) continue
      const source = planFor(entry)
      const query = asked(entry.name, entry.place)
      const requested = query && JSON.stringify(query)
      if (requested !== entry.requested) {
        entry.requested = requested
        entry.taken = undefined
        entry.watch.put(query, { every: source?.every })
      }
      if (source && readsAround(source)) this.shape(source, entry)
      if (!query) this.rest(entry)
      else if (this.isShown) this.follow(entry)
    }
  }

  /** What expressions read beside the page itself has changed. */
  refresh(): void {
    this.changes.version += 1
    this.sync()
  }

  /** Asks sources again; those that nobody looks at are asked for when somebody does. */
  async reload(names: readonly string[]): Promise<void> {
    const again = this.entries.filter((entry) => names.includes(entry.name))
    await Promise.all(again.map(({ watch }) => watch.again()))
  }

  /** The page is seen from now on: what is used is asked for, and what has grown old while it was hidden is asked again. */
  show(): void {
    this.isShown = true
    this.sync()
  }

  /** Nobody sees the page: nothing is asked, and requests under way are given up. */
  hide(): void {
    this.isShown = false
    for (const entry of this.entries) leave(entry)
  }

  private entry(name: string, place: Place): Entry {
    const known = place.entries.get(name)
    if (known) return known
    const entry: Entry = {
      name,
      place,
      state: proxy<SourceState>({ state: 'idle', data: null, error: '', since: null }),
      watch: this.data.watch(null),
      requested: null,
      used: false,
      stop: null,
      taken: undefined,
    }
    place.entries.set(name, entry)
    return entry
  }

  private rest(entry: Entry): void {
    leave(entry)
    if (entry.state.state === 'idle') return
    this.settle(entry, { state: 'idle', data: null, error: '', since: null })
  }

  private follow(entry: Entry): void {
    entry.stop ??= entry.watch.subscribe(() => this.take(entry))
    this.take(entry)
  }

  /** Takes over what is known. Before an answer comes to a new query, the last one stays. */
  private take(entry: Entry): void {
    const source = planFor(entry)
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
          data: isGone ? null : shaped(source, data, entry),
          since: isGone ? null : since,
        })
      // Another source may be asked for by what this one has answered.
      this.sync()
    } else if (message !== entry.state.error) this.settle(entry, { state, error: message })
    else Object.assign(entry.state, { state, ...(since !== null && { since }) })
  }

  /** What the rows are made of beside the answer has changed. */
  private shape(source: SourcePlan, entry: Entry): void {
    if (entry.taken === undefined) return
    const data = shaped(source, entry.taken, entry)
    if (JSON.stringify(data) !== JSON.stringify(entry.state.data)) this.settle(entry, { data })
  }

  private settle(entry: Entry, change: Partial<SourceState>): void {
    Object.assign(entry.state, change)
    this.changes.version += 1
  }
}

const planFor = ({ name, place }: Entry) => place.plans()?.get(name)

/** What a source asks as things are now; null while its condition does not hold. */
function asked(name: string, place: Place): DataQuery | null {
  const source = place.plans()?.get(name)
  const scope = place.scope()
  if (!source || (source.when && !source.when.holds(scope))) return null
  const tags = source.tag === undefined ? [] : [source.tag]
  return { call: source.call.evaluate(scope), input: source.with.evaluate(scope), tags }
}

function shaped(source: SourcePlan, data: unknown, { place }: Entry): unknown {
  return held(shapeAnswer(source, data, place.scope()))
}

function leave(entry: Entry): void {
  entry.stop?.()
  entry.stop = null
}

/** Answers are replaced, never changed: they need no proxies of their own. */
function held(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? ref(value) : value
}
