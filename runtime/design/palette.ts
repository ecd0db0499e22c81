import { isLatin, type Sounds } from '../sounds'
import type { Text } from '../text'
import type { WidgetGroup } from '../widget/definition'
import type { DesignedWidget } from '../widget/design'
import type { Widgets } from './references'

/** Groups of widgets as they are offered: what most forms consist of first. */
export const WIDGET_GROUPS: readonly WidgetGroup[] = [
  ...(['text', 'choice', 'date', 'layout', 'people'] as const),
  ...(['data', 'file', 'system', 'display', 'code'] as const),
]

/** A widget that can be put into a form. */
export interface PaletteEntry {
  readonly key: string
  readonly title: Text
  readonly icon: string
  readonly group: WidgetGroup
  readonly jnpfKeys: readonly string[]
  readonly keywords: readonly string[]
}

export interface PaletteGroup {
  readonly group: WidgetGroup
  readonly entries: readonly PaletteEntry[]
}

/** The widgets that a `formData` may hold, group by group in their order; groups without one are left out. */
export function paletteOf({ designed }: Pick<Widgets, 'designed'>): readonly PaletteGroup[] {
  const widgets = [...designed.values()].toSorted((one, other) => one.design.order - other.design.order)
  return WIDGET_GROUPS.map((group) => ({
    group,
    entries: widgets.filter(({ definition }) => definition.group === group).map(entryOf),
  })).filter(({ entries }) => entries.length > 0)
}

function entryOf({ definition, design }: DesignedWidget): PaletteEntry {
  const { key, title, icon, group, jnpfKeys } = definition
  return { key, title, icon, group, jnpfKeys, keywords: design.keywords ?? [] }
}

/**
 * How well an entry fits what is looked for: 0 its title begins so, 1 the title holds it or sounds like it, 2 one of its
 * other words does; null: not at all. `text` says the title in the person's language, `sounds` how Chinese is spoken.
 */
export function rankOf(
  { key, title, jnpfKeys, keywords }: PaletteEntry,
  query: string,
  text: (title: Text) => string,
  sounds?: Sounds,
): 0 | 1 | 2 | null {
  const words = query.trim().toLowerCase()
  const letters = words.replace(/[\s']/g, '')
  const holds = (name: string) => name.toLowerCase().includes(words)
  const isHeard = (name: string) => {
    if (!sounds || !isLatin(letters)) return false
    const { whole, initials } = sounds(name)
    return whole.includes(letters) || initials.includes(letters)
  }
  const name = text(title)
  if (name.toLowerCase().startsWith(words)) return 0
  if (holds(name) || isHeard(name)) return 1
  const others = [key, ...jnpfKeys, ...keywords]
  return others.some((word) => holds(word) || isHeard(word)) ? 2 : null
}

/** Whether an entry is one that is looked for; without words each is. */
export function matches(
  entry: PaletteEntry,
  query: string,
  text: (title: Text) => string,
  sounds?: Sounds,
): boolean {
  return rankOf(entry, query, text, sounds) !== null
}

/** The entries that are looked for, the best first. */
export function searchPalette(
  groups: readonly PaletteGroup[],
  query: string,
  text: (title: Text) => string,
  sounds?: Sounds,
): readonly PaletteEntry[] {
  return groups
    .flatMap(({ entries }) => entries)
    .map((entry) => ({ entry, rank: rankOf(entry, query, text, sounds) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ entry }) => entry)
}
