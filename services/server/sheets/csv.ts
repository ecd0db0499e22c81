import { type SheetCell, sheetText } from '@runtime/widget/sheet-text'

/** Excel reads a file as UTF-8 by this mark. */
const MARK = '\uFEFF'
/** Rows that are handed on together. */
const PIECE = 100

/** A table as CSV, in pieces. Text that a spreadsheet would take for a formula stands behind an apostrophe. */
export async function* csvOf(
  head: readonly string[],
  rows: AsyncIterable<readonly (SheetCell | null)[]>,
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

function line(cells: readonly (SheetCell | null)[]): string {
  return `${cells.map((cell) => quoted(sheetText(cell ?? ''))).join(',')}\r\n`
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
