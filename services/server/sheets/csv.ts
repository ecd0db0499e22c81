/** Excel reads a file as UTF-8 by this mark. */
const MARK = '\uFEFF'
/** Rows that are handed on together. */
const PIECE = 500

/** A table as CSV, in pieces. Text that a spreadsheet would take for a formula stands behind an apostrophe. */
export async function* csvOf(
  head: readonly string[],
  rows: AsyncIterable<readonly (string | number | null)[]>,
): AsyncGenerator<string> {
  let piece = `${MARK}${line(head)}`
  let waiting = 0
  for await (const row of rows) {
    piece += line(row)
    waiting += 1
    if (waiting < PIECE) continue
    yield piece
    piece = ''
    waiting = 0
  }
  if (piece !== '') yield piece
}

function line(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',')}\r\n`
}

function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
