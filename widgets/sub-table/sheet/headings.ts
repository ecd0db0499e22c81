import type { GridColumn } from '../columns'
import type { HeaderGroup } from '../definition'

/**
 * What each column is called in a sheet: its label; where two columns have the same, with its group before it
 * (`计价-数量`), else with a number behind it.
 */
export function headings(columns: readonly GridColumn[], groups: readonly HeaderGroup[]): readonly string[] {
  const labels = columns.map(({ label }) => label)
  return numbered(
    columns.map(({ label, name }) => {
      const group = groups.find(({ childColumns }) => childColumns.includes(name))
      const shared = labels.filter((other) => other === label).length > 1
      return shared && group ? `${group.fullName}-${label}` : label
    }),
  )
}

/** Names of which none is another: the second of a kind has a 2 behind it. What is empty stays so. */
export function numbered(names: readonly string[]): readonly string[] {
  const taken = new Map<string, number>()
  return names.map((name) => {
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    return before === 0 || name === '' ? name : `${name}${before + 1}`
  })
}

/** The same heading however it was typed: the mark of required, spaces and capitals do not matter. */
export function plainHeading(text: string): string {
  return text
    .replace(/^[*＊]\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
