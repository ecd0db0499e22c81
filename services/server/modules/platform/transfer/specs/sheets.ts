import { type CellObject, read, utils, write } from '@e965/xlsx'
import type { TestClient } from '@tests/api/harness'

/** Cells as somebody writes them; an object is a cell of its own kind (a formula, a formatted number). */
export type Line = readonly (string | number | null | CellObject)[]

const isCell = (value: Line[number]): value is CellObject => typeof value === 'object' && value !== null

/** A workbook of one sheet. */
export function bookOf(
  lines: readonly Line[],
  type: 'xlsx' | 'biff8' = 'xlsx',
  merges: readonly string[] = [],
): Uint8Array {
  const sheet = utils.aoa_to_sheet(lines.map((line) => line.map((value) => (isCell(value) ? ' ' : value))))
  for (const [r, line] of lines.entries())
    for (const [c, value] of line.entries()) if (isCell(value)) sheet[utils.encode_cell({ r, c })] = value
  sheet['!merges'] = merges.map((range) => utils.decode_range(range))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'S')
  return new Uint8Array(write(book, { type: 'buffer', bookType: type, compression: true }))
}

/** The rows of a workbook's first sheet, and its notes by cell. */
export function opened(bytes: Uint8Array) {
  const book = read(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const notes = Object.entries(sheet).flatMap(([cell, { c }]) => (c ? [[cell, c[0]?.t as string]] : []))
  return {
    rows: utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '', raw: false }),
    notes: Object.fromEntries(notes) as Record<string, string>,
    types: Object.fromEntries(Object.entries(sheet).map(([cell, { t }]) => [cell, t as string])),
  }
}

/** Sends a file as a browser does; answers the envelope. */
export async function sendFile(
  client: TestClient,
  path: string,
  bytes: Uint8Array,
  name = 'rows.xlsx',
): Promise<{ code: number; msg: string; data: { name: string } }> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  const answer = await client.fetch(path, { method: 'POST', body: form })
  return (await answer.json()) as { code: number; msg: string; data: { name: string } }
}
