import { type Comments, utils, type WorkSheet, write } from '@e965/xlsx'
import { headLabel, type ImportHead, type Leaf, leavesOf } from './heads'
import { type ImportRow, itemsOf, textIn } from './rows'

/** A column beside those of the import: what is wrong with each row. */
export interface ErrorColumn {
  readonly label: string
  readonly of: (row: ImportRow) => string
}

/** Characters of a cell. */
const CELL_LENGTH = 32_767

/**
 * A spreadsheet with the heads of an import, two lines of them where some stand over others, and what may be written below each as a
 * comment; with rows, as they were sent. All cells are texts: nothing of them is worked out when it is opened.
 */
export function templateOf(
  name: string,
  heads: readonly ImportHead[],
  rows: readonly ImportRow[] = [],
  errors?: ErrorColumn,
): Uint8Array {
  const leaves = leavesOf(heads)
  const isNested = heads.some(({ children }) => children)
  const top = leaves.map(({ head }) => headLabel(heads, head))
  const lines: string[][] = [[...top, ...(errors ? [errors.label] : [])]]
  if (isNested) lines.push(leaves.map(({ head, column, label }) => (head === column ? '' : label)))
  for (const row of rows) lines.push(...linesOf(row, leaves, errors))
  const sheet = utils.aoa_to_sheet(lines.map((line) => line.map((text) => text.slice(0, CELL_LENGTH))))
  for (const [at, { column }] of leaves.entries()) {
    const line = isNested && column !== leaves[at]?.head ? 1 : 0
    comment(sheet, utils.encode_cell({ r: line, c: at }), column.help)
  }
  sheet['!merges'] = isNested ? mergesOf(leaves) : []
  sheet['!cols'] = leaves.map(({ label }) => ({ wch: Math.min(30, Math.max(12, label.length * 2 + 2)) }))
  const book = utils.book_new()
  utils.book_append_sheet(book, textual(sheet), name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1')
  // A thousand rows that were not imported are sent again, in a file of less than 500 KB.
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array
}

/** A record takes as many lines as its longest sub-table has rows. */
function linesOf(row: ImportRow, leaves: readonly Leaf[], errors?: ErrorColumn): string[][] {
  const tables = new Set(leaves.flatMap(({ table }) => table ?? []))
  const height = Math.max(1, ...[...tables].map((table) => itemsOf(row[table]).length))
  return Array.from({ length: height }, (_, line) => [
    ...leaves.map(({ column, table }) => {
      if (table !== undefined) return textIn(itemsOf(row[table])[line]?.[column.id])
      return line === 0 ? textIn(row[column.id]) : ''
    }),
    ...(errors ? [line === 0 ? errors.of(row) : ''] : []),
  ])
}

function mergesOf(leaves: readonly Leaf[]) {
  const merges: { s: { r: number; c: number }; e: { r: number; c: number } }[] = []
  for (const [at, { head, column }] of leaves.entries()) {
    if (head === column) merges.push({ s: { r: 0, c: at }, e: { r: 1, c: at } })
    else if (leaves[at - 1]?.head !== head) {
      const width = leaves.filter((leaf) => leaf.head === head).length
      if (width > 1) merges.push({ s: { r: 0, c: at }, e: { r: 0, c: at + width - 1 } })
    }
  }
  return merges
}

function comment(sheet: WorkSheet, address: string, text: string): void {
  const cell = sheet[address]
  if (!cell || text === '') return
  const comments: Comments = [{ a: 'Loam', t: text }]
  comments.hidden = true
  cell.c = comments
}

/** Every cell in the format of texts: codes keep their leading zeros when somebody goes on typing. */
function textual(sheet: WorkSheet): WorkSheet {
  for (const address of Object.keys(sheet)) {
    if (address.startsWith('!')) continue
    sheet[address].t = 's'
    sheet[address].z = '@'
  }
  return sheet
}
