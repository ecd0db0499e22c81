import type { MenuEntry } from './session'

/** What a menu entry leads to (`spec/shell-and-monitoring.md §2.2`). */
export type Destination =
  | { readonly kind: 'page'; readonly path: string; readonly file: string; readonly entry: MenuEntry }
  | { readonly kind: 'model'; readonly path: string; readonly modelId: string; readonly entry: MenuEntry }
  | { readonly kind: 'link'; readonly url: string; readonly entry: MenuEntry }

const PAGE = 2
const MODEL = 3
const LINK = 7

/** Where an entry leads; undefined for a directory and for kinds that have no screen here. */
export function destinationOf(entry: MenuEntry): Destination | undefined {
  if (entry.type === PAGE) {
    const address = (entry.urlAddress ?? '').replace(/\?.*$/, '').replace(/^\/+|\/+$/g, '')
    return address === ''
      ? undefined
      : { kind: 'page', path: `/${address}`, file: `pages/${address}.page.json`, entry }
  }
  if (entry.type === MODEL) {
    const modelId = moduleIdOf(entry)
    return modelId === undefined
      ? undefined
      : { kind: 'model', path: `/model/${entry.enCode}`, modelId, entry }
  }
  if (entry.type === LINK && entry.urlAddress) return { kind: 'link', url: entry.urlAddress, entry }
  return undefined
}

function moduleIdOf({ propertyJson }: MenuEntry): string | undefined {
  try {
    const { moduleId } = JSON.parse(propertyJson || '{}') as { moduleId?: string }
    return moduleId || undefined
  } catch {
    return undefined
  }
}

/** Every place of the menu, in reading order. */
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
    if (own && own.kind !== 'link' && own.path === path) return [entry]
    const below = trailTo(entry.children ?? [], path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}
