import Fuse from 'fuse.js'
import { destinations } from '../menu'
import type { MenuEntry } from '../sign-in/session'

/** A place that the menu search finds. */
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

/** Sounds of a text: whole and by first letters. */
export type Sounds = (text: string) => { readonly whole: string; readonly initials: string }

/** Searches menu titles and paths, fuzzily; with `sounds`, Latin letters also find Chinese titles by their pinyin. */
export function searchPlaces(places: readonly Found[], sounds?: Sounds): (words: string) => readonly Found[] {
  const fuse = new Fuse(places, {
    threshold: THRESHOLD,
    keys: Object.entries(WEIGHTS).map(([name, weight]) => ({ name, weight })),
  })
  const spoken = sounds && places.map((place) => ({ place, ...sounds(place.title) }))
  return (words) => {
    const asked = words.trim().toLowerCase()
    if (asked === '') return []
    const letters = asked.replace(/[\s']/g, '')
    const heard = (spoken ?? [])
      .filter(
        ({ whole, initials }) => isLatin(letters) && (initials.includes(letters) || whole.includes(letters)),
      )
      .sort((one, other) => one.initials.indexOf(letters) - other.initials.indexOf(letters))
      .map(({ place }) => place)
    return [...new Set([...heard, ...fuse.search(asked).map(({ item }) => item)])]
  }
}

/** Whether sounds could help to find it. */
export function isLatin(words: string): boolean {
  return /^[a-z]+$/.test(words)
}

/** Every place of a menu, in reading order. */
export function placesOf(menu: readonly MenuEntry[]): readonly Found[] {
  const above = new Map<string, readonly string[]>()
  const walk = (entries: readonly MenuEntry[], names: readonly string[]) => {
    for (const entry of entries) {
      above.set(entry.id, names)
      walk(entry.children ?? [], [...names, entry.fullName])
    }
  }
  walk(menu, [])
  return destinations(menu).map((place) => ({
    id: place.entry.id,
    title: place.entry.fullName,
    above: (above.get(place.entry.id) ?? []).join(' / '),
    path: place.kind === 'link' ? place.url : place.path,
    icon: place.entry.icon ?? '',
  }))
}
