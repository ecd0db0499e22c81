import { isHolder, type Member, membersOf, partsOf } from './source'

/**
 * The text of a value laid out anew: names, numbers and texts keep their bytes, the white space between them is this. Without
 * `indent` there is none.
 */
export function laidOut(value: unknown, indent = 0): string {
  return printed(value, indent, 0) ?? JSON.stringify(value) ?? 'null'
}

function printed(value: unknown, indent: number, level: number): string | undefined {
  if (!isHolder(value)) return undefined
  const isList = Array.isArray(value)
  const [open, shut] = isList ? '[]' : '{}'
  const members = membersOf(value)
  if (members.length === 0) return `${open}${shut}`
  const line = (depth: number) => (indent > 0 ? `\n${' '.repeat(indent * depth)}` : '')
  const lines = members.map((member) => {
    const text = printed(member.value, indent, level + 1) ?? leafText(member)
    return `${line(level + 1)}${isList ? '' : `${nameOf(member)}:${indent > 0 ? ' ' : ''}`}${text}`
  })
  return `${open}${lines.join(',')}${line(level)}${shut}`
}

/** A member's text, number or word as it is written. */
export function leafText(member: Member): string {
  return partsOf(member).text ?? JSON.stringify(member.value) ?? 'null'
}

/** Its name as it is written, without its colon. */
function nameOf(member: Member): string {
  const { name = '' } = partsOf(member)
  const colon = name.lastIndexOf(':')
  return name.slice(0, colon).trim()
}
