/** A visited view. */
export interface Tab {
  readonly path: string
  /** Path with query, as it was last opened. */
  readonly address: string
  /** In the language that was on when it was last seen; shown while the menu does not name the path. */
  readonly title: string
  readonly zhTitle: string
  readonly icon: string
  /** Pinned: cannot be closed, and survives closing all. */
  readonly affix: boolean
}

/** The visited views in their order, and those whose state is kept, the latest used last (`spec/shell-and-monitoring.md §2.3`). */
export interface Tabs {
  readonly visited: readonly Tab[]
  readonly cached: readonly CachedView[]
}

export interface CachedView {
  readonly path: string
  readonly address: string
  /** Grows when the view is refreshed: it then begins anew. */
  readonly round: number
}

/** Views whose state is kept at most; each holds its whole screen. */
export const MOST_CACHED = 10
/** Below it are the lists of models, and below those their records. */
const LISTS = '/model/'
/** Where one goes when no tab remains. */
export const NO_TAB = '/'

export const NO_TABS: Tabs = { visited: [], cached: [] }

/**
 * A view is opened or come back to.
 * @param mustStay whether a view's state is to be kept however long ago it was used
 */
export function visit(tabs: Tabs, tab: Tab, mustStay: (path: string) => boolean = () => false): Tabs {
  const known = tabs.visited.findIndex(({ path }) => path === tab.path)
  const visited =
    known < 0
      ? tab.affix
        ? [...tabs.visited.filter(isPinned), tab, ...tabs.visited.filter((one) => !one.affix)]
        : [...tabs.visited, tab]
      : tabs.visited.with(known, { ...tab, zhTitle: tab.zhTitle || (tabs.visited[known]?.zhTitle ?? '') })
  return { visited, cached: used(tabs.cached, tab, mustStay) }
}

/** The pinned views stand from the beginning, without having been visited. */
export function pin(tabs: Tabs, tab: Tab): Tabs {
  return tabs.visited.some(({ path }) => path === tab.path)
    ? tabs
    : { ...tabs, visited: [tab, ...tabs.visited] }
}

/** Has a tab among the others without its view being opened: of a list whose record was led to from elsewhere. */
export function stand(tabs: Tabs, tab: Tab): Tabs {
  return tabs.visited.some(({ path }) => path === tab.path)
    ? tabs
    : { ...tabs, visited: [...tabs.visited, tab] }
}

export function close(tabs: Tabs, path: string): Tabs {
  return only(tabs, (tab) => tab.path !== path)
}

export function closeOthers(tabs: Tabs, path: string): Tabs {
  return only(tabs, (tab) => tab.path === path)
}

export function closeAll(tabs: Tabs): Tabs {
  return only(tabs, () => false)
}

/** The view begins anew when it is drawn next. */
export function refresh(tabs: Tabs, path: string): Tabs {
  return {
    ...tabs,
    cached: tabs.cached.map((view) => (view.path === path ? { ...view, round: view.round + 1 } : view)),
  }
}

/** The tab of an address: its own, else that of the list whose record stands there. */
export function tabOfAddress({ visited }: Tabs, address: string): Tab | undefined {
  return (
    visited.find(({ path }) => path === address) ??
    visited.find(({ path }) => path.startsWith(LISTS) && address.startsWith(`${path}/`))
  )
}

/** Where to go after tabs were closed: nowhere while the active one is still there, else to the last, else to the start. */
export function afterClosing(tabs: Tabs, active: string): string | null {
  if (tabs.visited.some(({ path }) => path === active)) return null
  return tabs.visited.at(-1)?.address ?? NO_TAB
}

/** As text for the storage; the state of views does not outlive the page. */
export function written({ visited }: Tabs): string {
  return JSON.stringify(visited)
}

/** What `written` wrote; whatever else stands there is no tabs. */
export function read(text: string | null): Tabs {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return { visited: Array.isArray(list) ? list.filter(isTab) : [], cached: [] }
  } catch {
    return NO_TABS
  }
}

function only(tabs: Tabs, stays: (tab: Tab) => boolean): Tabs {
  const visited = tabs.visited.filter((tab) => tab.affix || stays(tab))
  const paths = new Set(visited.map(({ path }) => path))
  return { visited, cached: tabs.cached.filter(({ path }) => paths.has(path)) }
}

function used(
  cached: readonly CachedView[],
  { path, address }: Tab,
  mustStay: (path: string) => boolean,
): readonly CachedView[] {
  const known = cached.find((view) => view.path === path)
  const others = cached.filter((view) => view.path !== path)
  const goes = others.length - MOST_CACHED + 1
  const dropped = goes > 0 ? others.filter((view) => !mustStay(view.path)).slice(0, goes) : []
  return [...others.filter((view) => !dropped.includes(view)), { path, address, round: known?.round ?? 0 }]
}

function isPinned({ affix }: Tab): boolean {
  return affix
}

function isTab(value: unknown): value is Tab {
  const tab = value as Partial<Tab> | null
  return (
    typeof tab?.path === 'string' &&
    tab.path.startsWith('/') &&
    typeof tab.address === 'string' &&
    tab.address.startsWith('/') &&
    [tab.title, tab.zhTitle, tab.icon].every((text) => typeof text === 'string') &&
    typeof tab.affix === 'boolean'
  )
}
