import type { GridColumn } from '../columns'
import type { HeaderGroup } from '../definition'

/**
 * What each column is called in a sheet: its label; where two columns have the same, with its group before it
 * (`计价-数量`), else with a number behind it.
 */
export function headings(columns: readonly GridColumn[], groups: readonly HeaderGroup[]): readonly string[] {
  const taken = new Map<string, number>()
  const labels = columns.map(({ label }) => label)
  return columns.map(({ label, name }) => {
    const group = groups.find(({ childColumns }) => childColumns.includes(name))
    const shared = labels.filter((other) => other === label).length > 1
    const heading = shared && group ? `${group.fullName}-${label}` : label
    const before = taken.get(heading) ?? 0
    taken.set(heading, before + 1)
    return before === 0 ? heading : `${heading}${before + 1}`
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
