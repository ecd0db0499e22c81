/** What a cell of a spreadsheet holds: a text, or a number that stays one. */
export type SheetCell = string | number

/** A cell as text. What a spreadsheet would take for a formula stands behind an apostrophe; a number is none. */
export function sheetText(cell: SheetCell): string {
  if (typeof cell === 'number') return String(cell)
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
