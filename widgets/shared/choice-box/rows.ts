import type { Text } from '@runtime/text'
import type { Option } from '@runtime/widget/definition'

/** A choice as a line of the list. */
export interface ChoiceRow {
  readonly option: Option
  readonly key: string
  readonly label: string
  /** 0 for the top level. */
  readonly level: number
  /** Position of the line above it in the tree; -1 at the top. */
  readonly parent: number
  readonly expandable: boolean
  readonly expanded: boolean
}

/** Above so many choices a tree opens folded. */
const UNFOLDED = 100

type Translate = (text: Text) => string

/** The lines in view: everything unfolded, or with a query what matches it and what stands above a match. */
export function choiceRows(
  options: readonly Option[],
  translate: Translate,
  query: string,
  isExpanded: (key: string) => boolean,
): readonly ChoiceRow[] {
  const wanted = query.trim().toLowerCase()
  const rows: ChoiceRow[] = []
  const walk = (level: readonly Option[], depth: number, parent: number): boolean => {
    let found = false
    for (const option of level) {
      const label = translate(option.label)
      const key = String(option.value)
      const expandable = Boolean(option.children?.length)
      const expanded = expandable && (wanted !== '' || isExpanded(key))
      const position = rows.push({ option, key, label, level: depth, parent, expandable, expanded }) - 1
      const below = expanded && walk(option.children ?? [], depth + 1, position)
      if (wanted === '' || below || label.toLowerCase().includes(wanted)) found = true
      else rows.length = position
    }
    return found
  }
  walk(options, 0, -1)
  return rows
}

/** Keys that are unfolded when a tree opens: all of a small one, else what stands above the chosen values. */
export function initiallyExpanded(
  options: readonly Option[],
  chosen: ReadonlySet<string>,
): ReadonlySet<string> {
  const branches: string[] = []
  const aboveChosen: string[] = []
  let count = 0
  const walk = (level: readonly Option[], above: readonly string[]) => {
    for (const option of level) {
      count += 1
      const key = String(option.value)
      if (chosen.has(key)) aboveChosen.push(...above)
      if (option.children?.length) {
        branches.push(key)
        walk(option.children, [...above, key])
      }
    }
  }
  walk(options, [])
  return new Set(count <= UNFOLDED ? branches : aboveChosen)
}

/** Keys of all that has something below it. */
export function branchKeys(options: readonly Option[]): ReadonlySet<string> {
  const keys = new Set<string>()
  const walk = (level: readonly Option[]) => {
    for (const { value, children } of level) {
      if (!children?.length) continue
      keys.add(String(value))
      walk(children)
    }
  }
  walk(options)
  return keys
}

/** The next line that may be chosen from `from` on, in one direction; `from` itself when there is none. */
export function nextRow(
  rows: readonly ChoiceRow[],
  from: number,
  direction: 1 | -1,
  choosable: (row: ChoiceRow) => boolean,
): number {
  for (let position = from + direction; position >= 0 && position < rows.length; position += direction) {
    const row = rows[position]
    if (row && choosable(row)) return position
  }
  return from
}
