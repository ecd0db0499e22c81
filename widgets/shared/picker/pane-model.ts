import type { PickerLoad, PickerNode, PickerPage, PickerPane } from './source'

/** A line of the left pane: something, or the end of a branch of which more is on its way. */
export type PaneLine = NodeLine | EndLine

export interface NodeLine {
  readonly kind: 'node'
  /** Unique in the pane: the same person may stand in two departments. */
  readonly place: string
  readonly node: PickerNode
  readonly level: number
  /** Position of the line above it in the tree; -1 at the top. */
  readonly parent: number
  readonly expandable: boolean
  readonly expanded: boolean
}

export interface EndLine {
  readonly kind: 'end'
  readonly place: string
  readonly level: number
  readonly state: 'more' | 'loading'
}

export interface PaneState {
  readonly lines: readonly PaneLine[]
  /** Of the first page; what follows says so in a line of its own. */
  readonly state: 'loading' | 'failed' | 'ready'
  readonly keyword: string
  /** Branches fold: a tree, not a list. */
  readonly tree: boolean
}

/** A tree that came whole opens unfolded up to so many nodes. */
const UNFOLDED = 100
const ROOT = ''
const FOUND = '?'

interface Branch {
  readonly place: string
  readonly load: (page: number, signal: AbortSignal) => Promise<PickerPage>
  nodes: readonly PickerNode[]
  page: number
  state: 'idle' | 'loading' | 'failed'
  more: boolean
}

/** What the left pane shows: loaded, searched and unfolded; without DOM. */
export class PaneModel {
  readonly #load: PickerLoad
  readonly #chosen: ReadonlySet<string>
  readonly #onFail: (error: unknown) => void
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()
  readonly #branches = new Map<string, Branch>()
  readonly #expanded = new Set<string>()
  #keyword = ''
  #snapshot: PaneState

  /** `chosen` keys decide what a folded tree opens at; `onFail` hears of what could not be loaded. */
  constructor(pane: PickerPane, chosen: ReadonlySet<string>, onFail: (error: unknown) => void) {
    this.#onFail = onFail
    this.#load = pane.load
    this.#chosen = chosen
    this.#snapshot = { lines: [], state: 'loading', keyword: '', tree: pane.load.kind !== 'list' }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly snapshot = (): PaneState => this.#snapshot

  /** Shows what matches; an empty keyword shows all again. A tree that came whole is searched here. */
  search(keyword: string): void {
    const wanted = keyword.trim()
    this.#keyword = wanted
    const load = this.#load
    if (wanted !== '' && load.kind === 'lazy')
      this.#restart(FOUND, (page, signal) => load.search(wanted, page, signal))
    else if (load.kind === 'list') this.#restart(ROOT, (page, signal) => load.page(wanted, page, signal))
    else if (!this.#branches.has(ROOT)) this.#restart(ROOT, this.#loadRoot)
    else this.#draw()
  }

  /** Unfolds a branch, or folds it. */
  fold({ place, node, expandable }: NodeLine): void {
    if (!expandable) return
    const wasExpanded = this.#expanded.delete(place)
    if (!wasExpanded) this.#expanded.add(place)
    const load = this.#load
    if (!wasExpanded && load.kind === 'lazy' && !this.#branches.has(place))
      this.#restart(place, (page, signal) => load.children(node, page, signal))
    else this.#draw()
  }

  /** The next page of a branch, or another try. */
  more(place: string = this.#top): void {
    const branch = this.#branches.get(place)
    if (branch && branch.state !== 'loading') void this.#fetch(branch)
  }

  dispose(): void {
    this.#abort.abort()
    this.#listeners.clear()
  }

  get #top(): string {
    return this.#keyword !== '' && this.#load.kind === 'lazy' ? FOUND : ROOT
  }

  readonly #loadRoot = async (page: number, signal: AbortSignal): Promise<PickerPage> => {
    const load = this.#load
    if (load.kind === 'lazy') return load.children(null, page, signal)
    return { nodes: load.kind === 'tree' ? await load.all(signal) : [], more: false }
  }

  #restart(place: string, load: Branch['load']): void {
    const branch: Branch = { place, load, nodes: [], page: 0, state: 'idle', more: false }
    this.#branches.set(place, branch)
    void this.#fetch(branch)
  }

  async #fetch(branch: Branch): Promise<void> {
    const { signal } = this.#abort
    const gone = () => signal.aborted || this.#branches.get(branch.place) !== branch
    branch.state = 'loading'
    this.#draw()
    try {
      const { nodes, more } = await branch.load(branch.page + 1, signal)
      if (gone()) return
      const known = new Set(branch.nodes.map(({ key }) => key))
      const fresh = nodes.filter(({ key }) => !known.has(key))
      branch.nodes = branch.page === 0 ? nodes : [...branch.nodes, ...fresh]
      branch.page += 1
      // A source that does not page gives the same again.
      branch.more = more && fresh.length > 0
      branch.state = 'idle'
      if (branch.place === ROOT && branch.page === 1) this.#unfoldAtFirst(branch.nodes)
    } catch (error) {
      if (gone()) return
      branch.state = 'failed'
      if (branch.page === 0 && branch.place !== this.#top) this.#forget(branch)
      this.#onFail(error)
    }
    this.#draw()
  }

  /** A branch that could not be loaded is folded: unfolding it asks again. */
  #forget({ place }: Branch): void {
    this.#branches.delete(place)
    this.#expanded.delete(place)
  }

  /** A small tree whole, a large one down to what is chosen; a lazy one its only root. */
  #unfoldAtFirst(roots: readonly PickerNode[]): void {
    const [only] = roots
    if (this.#load.kind === 'lazy') {
      if (only?.hasChildren && roots.length === 1) this.#unfold(only, `${ROOT}/${only.key}`)
      return
    }
    const branches: string[] = []
    const aboveChosen: string[] = []
    let count = 0
    const walk = (nodes: readonly PickerNode[], above: readonly string[]) => {
      for (const node of nodes) {
        const place = `${above.at(-1) ?? ROOT}/${node.key}`
        count += 1
        if (this.#chosen.has(node.key)) aboveChosen.push(...above)
        if (!node.children?.length) continue
        branches.push(place)
        walk(node.children, [...above, place])
      }
    }
    walk(roots, [])
    const small = count <= UNFOLDED
    for (const place of small ? branches : [...branches.slice(0, Number(roots.length === 1)), ...aboveChosen])
      this.#expanded.add(place)
  }

  #unfold(node: PickerNode, place: string): void {
    this.fold({ kind: 'node', place, node, level: 0, parent: -1, expandable: true, expanded: false })
  }

  #draw(): void {
    const top = this.#branches.get(this.#top)
    const first = top?.page === 0 ? (top.state === 'failed' ? 'failed' : 'loading') : 'ready'
    const tree = this.#load.kind === 'tree' || (this.#load.kind === 'lazy' && this.#keyword === '')
    const lines = top && first === 'ready' ? this.#lines(top) : []
    this.#snapshot = { lines, state: top ? first : 'loading', keyword: this.#keyword, tree }
    for (const listener of this.#listeners) listener()
  }

  #lines(top: Branch): readonly PaneLine[] {
    const lines: PaneLine[] = []
    const wanted = this.#load.kind === 'tree' ? this.#keyword.toLowerCase() : ''
    const walk = (nodes: readonly PickerNode[], level: number, parent: number, above: string): boolean => {
      let found = false
      for (const node of nodes) {
        const place = `${above}/${node.key}`
        const expandable = node.hasChildren && this.#top === ROOT && this.#load.kind !== 'list'
        const expanded = expandable && (wanted !== '' || this.#expanded.has(place))
        const line: NodeLine = { kind: 'node', place, node, level, parent, expandable, expanded }
        const position = lines.push(line) - 1
        const branch = expanded ? this.#branches.get(place) : undefined
        const below = expanded && walk(branch?.nodes ?? node.children ?? [], level + 1, position, place)
        if (branch) end(branch, level + 1)
        if (wanted === '' || below || node.name.toLowerCase().includes(wanted)) found = true
        else lines.length = position
      }
      return found
    }
    const end = ({ place, state, more }: Branch, level: number) => {
      if (state === 'loading') lines.push({ kind: 'end', place, level, state })
      else if (more && state === 'idle') lines.push({ kind: 'end', place, level, state: 'more' })
    }
    walk(top.nodes, 0, -1, top.place)
    end(top, 0)
    return lines
  }
}
