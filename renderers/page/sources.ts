import { interpolate, type Scope } from '@runtime/expression'
import { truth } from '@runtime/expression/value'
import type { Host } from '@runtime/host'
import type { PagePlan, SourcePlan } from '@runtime/page'
import { proxy, ref } from 'valtio/vanilla'

/** What is known of one source. */
export interface SourceState {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** The answer's list where there is one, else the answer. The last one stays while a new one is fetched. */
  data: unknown
  error: string
}

interface Entry {
  readonly state: SourceState
  /** Input of the last fetch, as text: the source is fetched again when it changes. */
  input: string | null
  used: boolean
  controller: AbortController | null
}

/**
 * The sources of an open page. One is fetched when something first looks at it, and again whenever what its input is made
 * of changes; an answer that is overtaken is dropped.
 */
export class PageSources {
  plan: PagePlan
  private readonly host: Host
  private readonly scope: () => Scope
  private readonly entries = new Map<string, Entry>()
  /** Valtio proxy: grows whenever what expressions read of `data` changes. */
  readonly changes = proxy({ version: 0 })
  /** What `data.<name>` is in expressions. Reading a name makes the source used. */
  readonly values: Readonly<Record<string, unknown>>

  constructor(plan: PagePlan, host: Host, scope: () => Scope) {
    this.plan = plan
    this.host = host
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

  /** The state of a source, fetched from now on; undefined when the page has none of this name. */
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

  /** Input of a source's call as it is now; null while its condition does not hold. */
  inputOf(name: string): Readonly<Record<string, unknown>> | null {
    const source = this.plan.sources.get(name)
    if (!source) return null
    const scope = this.scope()
    if (source.when && !truth(source.when.evaluate(scope))) return null
    return interpolate(source.with, scope) as Readonly<Record<string, unknown>>
  }

  /** Fetches what is used and whose input has changed. */
  sync(): void {
    for (const [name, entry] of this.entries) {
      if (!entry.used) continue
      const input = this.inputOf(name)
      const text = input === null ? null : JSON.stringify(input)
      if (input === null) {
        if (entry.state.state !== 'idle') this.clear(entry)
      } else if (text !== entry.input) void this.fetch(name, entry, input)
    }
  }

  /** What expressions read beside the page itself has changed. */
  refresh(): void {
    this.changes.version += 1
    this.sync()
  }

  /** Fetches sources again; those that nobody looks at are fetched when somebody does. */
  async reload(names: readonly string[]): Promise<void> {
    await Promise.all(
      names.map((name) => {
        const entry = this.entries.get(name)
        const input = entry?.used ? this.inputOf(name) : null
        return entry && input ? this.fetch(name, entry, input) : undefined
      }),
    )
  }

  /** The tags of the page's sources. */
  get tags(): readonly string[] {
    return [...new Set([...this.plan.sources.values()].flatMap(({ tag }) => tag ?? []))]
  }

  /** Names of the sources with one of the tags. */
  tagged(tags: readonly string[]): readonly string[] {
    return [...this.plan.sources.values()]
      .filter((source) => source.tag !== undefined && tags.includes(source.tag))
      .map((source) => source.name)
  }

  dispose(): void {
    for (const entry of this.entries.values()) entry.controller?.abort()
  }

  private entry(name: string): Entry {
    const known = this.entries.get(name)
    if (known) return known
    const entry: Entry = {
      state: proxy<SourceState>({ state: 'idle', data: null, error: '' }),
      input: null,
      used: false,
      controller: null,
    }
    this.entries.set(name, entry)
    return entry
  }

  private clear(entry: Entry): void {
    entry.controller?.abort()
    entry.input = null
    this.settle(entry, { state: 'idle', data: null, error: '' })
  }

  private async fetch(name: string, entry: Entry, input: Readonly<Record<string, unknown>>): Promise<void> {
    const source = this.plan.sources.get(name)
    if (!source) return
    entry.controller?.abort()
    const controller = new AbortController()
    entry.controller = controller
    entry.input = JSON.stringify(input)
    entry.state.state = 'loading'
    try {
      const { data } = await this.host.call(source.call, input, { signal: controller.signal })
      if (controller.signal.aborted) return
      this.settle(entry, { state: 'ready', data: held(picked(source, data)), error: '' })
      // Another source may be asked for by what this one has answered.
      this.sync()
    } catch (error) {
      if (controller.signal.aborted) return
      this.settle(entry, { state: 'failed', error: (error as Error).message })
    }
  }

  private settle(entry: Entry, change: Partial<SourceState>): void {
    Object.assign(entry.state, change)
    this.changes.version += 1
  }
}

/** The member that the source names, or the answer's list, or the answer. */
export function picked({ pick }: Pick<SourcePlan, 'pick'>, data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  const members = data as Readonly<Record<string, unknown>>
  if (pick !== undefined) return members[pick]
  return Array.isArray(members['list']) ? members['list'] : data
}

/** Answers are replaced, never changed: they need no proxies of their own. */
function held(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? ref(value) : value
}
