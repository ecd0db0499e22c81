import type { Row } from './source'

/** The member that holds a group's text: the only one beside what every group has. */
export function groupText(row: Row): string {
  const [text] = Object.entries(row).flatMap(([name, value]) =>
    name === 'id' || name === 'top' || name === 'children' ? [] : [value],
  )
  return text === null || text === undefined ? '' : String(text)
}
