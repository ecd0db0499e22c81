import type { MenuEntry } from '@runtime/menu/destination'
import { destinations } from '@runtime/menu/destination'
import { isLatin, type Sounds } from '@runtime/sounds'
import Fuse from 'fuse.js'

/** An entry that the menu search finds. */
export interface Found {
  readonly id: string
  readonly title: string
  /** Names of the directories above it. */
  readonly above: string
  readonly path: string
  readonly icon: string
}

/** `spec/shell-and-monitoring.md §5`. */
export const THRESHOLD = 0.4
export const WEIGHTS = { title: 0.7, path: 0.3 } as const

/** Searches menu titles and paths, fuzzily; with `sounds`, Latin letters also find Chinese titles by their pinyin. */
export function searchEntries(
  entries: readonly Found[],
  sounds?: Sounds,
): (words: string) => readonly Found[] {
  const fuse = new Fuse(entries, {
    threshold: THRESHOLD,
    keys: Object.entries(WEIGHTS).map(([name, weight]) => ({ name, weight })),
  })
  const spoken = sounds && entries.map((entry) => ({ entry, ...sounds(entry.title) }))
  return (words) => {
    const keyword = words.trim().toLowerCase()
    if (keyword === '') return []
    const letters = keyword.replace(/[\s']/g, '')
    const heard = (spoken ?? [])
      .filter(
        ({ whole, initials }) => isLatin(letters) && (initials.includes(letters) || whole.includes(letters)),
      )
      .sort((one, other) => one.initials.indexOf(letters) - other.initials.indexOf(letters))
      .map(({ entry }) => entry)
    return [...new Set([...heard, ...fuse.search(keyword).map(({ item }) => item)])]
  }
}

/** Every entry of a menu, in reading order. */
export function entriesOf(menu: readonly MenuEntry[]): readonly Found[] {
  const above = new Map<string, readonly string[]>()
  const walk = (entries: readonly MenuEntry[], names: readonly string[]) => {
    for (const entry of entries) {
      above.set(entry.id, names)
      walk(entry.children ?? [], [...names, entry.fullName])
    }
  }
  walk(menu, [])
  return destinations(menu).map((entry) => ({
    id: entry.entry.id,
    title: entry.entry.fullName,
    above: (above.get(entry.entry.id) ?? []).join(' / '),
    path: entry.kind === 'link' ? entry.url : entry.path,
    icon: entry.entry.icon ?? '',
  }))
}
