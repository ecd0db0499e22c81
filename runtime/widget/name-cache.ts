import type { Named, NamedLookup, NameSource } from './named'

/** Asks for many names at once; what is missing in an answer does not exist. */
export type ResolveNames = (
  requests: readonly { readonly source: NameSource; readonly ids: readonly string[] }[],
) => Promise<readonly (readonly Named[])[]>

interface Page {
  readonly source: NameSource
  readonly known: Map<string, Named | null>
  readonly wanted: Set<string>
  /** Ids that have been asked for and not been answered yet. */
  readonly requested: Map<string, Promise<void>>
  /** Resolved, not remembered: nothing more can be learnt of them. */
  readonly resolved: Set<string>
}

/** Names of one source that are kept: more than any screen shows. */
const MOST = 20_000

/**
 * Names of people, areas and other records, kept while the product is open. Everything that is asked for in one turn
 * goes out as one request; a failed one is forgotten, so that the next asking tries again.
 */
export class NameCache {
  readonly #resolve: ResolveNames
  readonly #pages = new Map<string, Page>()
  readonly #listeners = new Set<() => void>()
  #turn: Promise<void> | undefined

  constructor(resolve: ResolveNames) {
    this.#resolve = resolve
  }

  readonly lookup: NamedLookup = (source, id) => this.#page(source).known.get(id)

  /** Resolves when all the ids are known; `whole` asks also for the data of those that are known by name alone. */
  async load(source: NameSource, ids: readonly string[], whole = false): Promise<void> {
    const page = this.#page(source)
    const isPart = (id: string) => page.known.get(id)?.data === undefined && !page.resolved.has(id)
    const missing = ids.filter((id) => !page.known.has(id) || (whole && isPart(id)))
    if (missing.length === 0) return
    const turns = new Set<Promise<void>>()
    for (const id of missing) {
      const turn = page.requested.get(id) ?? this.#nextTurn()
      if (!page.requested.has(id)) page.wanted.add(id)
      turns.add(turn)
    }
    await Promise.all(turns)
  }

  /** What a person chose has its name already. */
  remember(source: NameSource, named: readonly Named[]): void {
    const { known } = this.#page(source)
    for (const one of named) known.set(one.id, one)
    this.#tell()
  }

  /** Forgets everything of a source, so that it is asked for anew. */
  forget(kind: NameSource['kind']): void {
    for (const [key, page] of this.#pages) if (page.source.kind === kind) this.#pages.delete(key)
    this.#tell()
  }

  /** Called when names have become known. Returns the unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #nextTurn(): Promise<void> {
    this.#turn ??= Promise.resolve().then(() => this.#ask())
    return this.#turn
  }

  async #ask(): Promise<void> {
    const turn = this.#turn
    this.#turn = undefined
    const pages = [...this.#pages.values()].filter(({ wanted }) => wanted.size > 0)
    const requests = pages.map(({ source, wanted }) => ({ source, ids: [...wanted] }))
    for (const { wanted, requested } of pages) {
      if (turn) for (const id of wanted) requested.set(id, turn)
      wanted.clear()
    }
    const answers = await this.#resolve(requests).finally(() => {
      requests.forEach(({ ids }, index) => {
        for (const id of ids) pages[index]?.requested.delete(id)
      })
    })
    requests.forEach(({ ids }, index) => {
      const known = pages[index]?.known
      for (const id of ids) {
        known?.set(id, null)
        pages[index]?.resolved.add(id)
      }
      for (const one of answers[index] ?? []) known?.set(one.id, one)
      if (known) forgetOldest(known)
    })
    this.#tell()
  }

  #page(source: NameSource): Page {
    const key = JSON.stringify(source)
    const page = this.#pages.get(key) ?? {
      ...{ source, known: new Map(), wanted: new Set(), requested: new Map(), resolved: new Set() },
    }
    this.#pages.set(key, page)
    return page
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function forgetOldest(known: Map<string, unknown>): void {
  for (const id of known.keys()) {
    if (known.size <= MOST) return
    known.delete(id)
  }
}
