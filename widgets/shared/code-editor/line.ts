/** So much of a text stands in a cell. */
const LINE = 120

/** Code in one line. */
export function codeLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line
}
