/** An entry of the menu as the server gives it, filtered by the person's rights (`spec/shell-and-monitoring.md §3`). */
export interface MenuEntry {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly type: number
  readonly icon?: string
  readonly urlAddress?: string
  readonly linkTarget?: string
  readonly propertyJson?: string
  readonly children?: readonly MenuEntry[]
}

/** What a menu entry leads to (`spec/shell-and-monitoring.md §2.2`). */
export type Destination = { readonly entry: MenuEntry } & (
  | { readonly kind: 'page'; readonly path: string; readonly file: string }
  | { readonly kind: 'model'; readonly path: string; readonly modelId: string }
  | {
      readonly kind: 'builtIn'
      readonly path: string
      readonly view: 'group' | 'dictionary' | 'report' | 'portal'
      readonly moduleId: string
    }
  /** Shown inside the product. */
  | { readonly kind: 'frame'; readonly path: string; readonly url: string; readonly withToken: boolean }
  /** Opened in a window of its own. */
  | { readonly kind: 'link'; readonly url: string; readonly withToken: boolean }
)

/** Types of entries, as the wire counts them (`spec/shell-and-monitoring.md §2.2`). */
export const MENU_TYPE = {
  directory: 0,
  group: 1,
  page: 2,
  model: 3,
  dictionary: 4,
  report: 5,
  view: 6,
  link: 7,
  portal: 8,
} as const

/** Types that show something of their own, with where it is shown. */
const VIEWS: Readonly<Record<number, 'dictionary' | 'report' | 'portal'>> = {
  [MENU_TYPE.dictionary]: 'dictionary',
  [MENU_TYPE.report]: 'report',
  [MENU_TYPE.portal]: 'portal',
}

/** Where an entry leads; undefined for a directory and for an address that is not to be followed. */
export function destinationOf(entry: MenuEntry): Destination | undefined {
  const { type, enCode } = entry
  if (type === MENU_TYPE.page || type === MENU_TYPE.group)
    return type === MENU_TYPE.page ? pageOf(entry) : groupOf(entry)
  if (type === MENU_TYPE.view || type === MENU_TYPE.link) return outsideOf(entry)
  const moduleId = moduleIdOf(entry)
  if (type === MENU_TYPE.model)
    return moduleId === undefined
      ? undefined
      : { kind: 'model', path: `/model/${enCode}`, modelId: moduleId, entry }
  const view = VIEWS[type]
  return view && { kind: 'builtIn', path: `/${view}/${enCode}`, view, moduleId: moduleId ?? '', entry }
}

function pageOf(entry: MenuEntry): Destination | undefined {
  const address = addressOf(entry)
  return address === ''
    ? undefined
    : { kind: 'page', path: `/${address}`, file: `pages/${address}.page.json`, entry }
}

/** With entries below it a group is a directory; alone it is a page under its code. */
function groupOf(entry: MenuEntry): Destination | undefined {
  if (entry.children?.length) return undefined
  const address = addressOf(entry)
  const path = `/${entry.enCode}`
  return address === ''
    ? { kind: 'builtIn', path, view: 'group', moduleId: '', entry }
    : { kind: 'page', path, file: `pages/${address}.page.json`, entry }
}

function addressOf({ urlAddress }: MenuEntry): string {
  return (urlAddress ?? '').replace(/\?.*/s, '').replace(/^\/+|(?<!\/)\/+$/g, '')
}

function outsideOf(entry: MenuEntry): Destination | undefined {
  const url = entry.urlAddress?.trim() ?? ''
  if (!isFollowed(url)) return undefined
  const withToken = entry.type === MENU_TYPE.view
  // A view stays inside unless it asks for a window; a link opens one unless it asks to stay.
  const isOutside = withToken ? entry.linkTarget === '_blank' : entry.linkTarget !== '_self'
  if (isOutside) return { kind: 'link', url, withToken, entry }
  return { kind: 'frame', path: `/${withToken ? 'view' : 'link'}/${entry.enCode}`, url, withToken, entry }
}

/** An address of the web or of this server; `javascript:`, `data:` and all others are not followed. */
export function isFollowed(url: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(url) || /^\/(?![/\\])/.test(url)
}

/** The address of a view with the token that it is opened with: in its `${token}` or as a parameter of its own. */
export function withToken(url: string, token: string): string {
  const code = encodeURIComponent(token)
  if (url.includes('${token}')) return url.replaceAll('${token}', code)
  const [address = '', hash] = url.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}token=${code}${hash === undefined ? '' : `#${hash}`}`
}

function moduleIdOf({ propertyJson }: MenuEntry): string | undefined {
  try {
    const { moduleId } = JSON.parse(propertyJson || '{}') as { moduleId?: string }
    return moduleId || undefined
  } catch {
    return undefined
  }
}

/** Every entry of the menu, in reading order. */
export function destinations(menu: readonly MenuEntry[]): readonly Destination[] {
  return menu.flatMap((entry) => {
    const own = destinationOf(entry)
    return [...(own ? [own] : []), ...destinations(entry.children ?? [])]
  })
}

/** The entry of a path with those above it, from the top. */
export function trailTo(menu: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of menu) {
    const own = destinationOf(entry)
    if (own && isAt(own, path)) return [entry]
    const below = trailTo(entry.children ?? [], path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/** A model's entry is also the place of its records, which have addresses below its own. */
export function isAt(own: Destination, path: string): boolean {
  if (own.kind === 'link') return false
  return own.path === path || (own.kind === 'model' && path.startsWith(`${own.path}/`))
}

/** Whether a path is that of a record below its model's entry. */
export function isRecord(menu: readonly MenuEntry[], path: string): boolean {
  return listOfRecord(menu, path) !== undefined
}

/** The address of the list whose record stands at a path; undefined: no record does. */
export function listOfRecord(menu: readonly MenuEntry[], path: string): string | undefined {
  const found = destinations(menu).find((own) => own.kind === 'model' && path.startsWith(`${own.path}/`))
  return found?.kind === 'model' ? found.path : undefined
}
