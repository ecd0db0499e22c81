import { type Comments, utils, type WorkSheet, write } from '@e965/xlsx'
import { headLabel, type ImportHead, type Leaf, leavesOf, pathOf } from './heads'
import { type ImportRow, itemsOf, textIn } from './rows'
import { appendLists, withLists } from './template-lists'

/** A column beside those of the import: what is wrong with each row. */
export interface ErrorColumn {
  readonly label: string
  readonly of: (row: ImportRow) => string
}

/** Characters of a cell. */
const CELL_LENGTH = 32_767

/** The names that may be chosen in columns, by the paths of these; of several in a cell none is refused by the spreadsheet. */
export type Lists = ReadonlyMap<string, { readonly names: readonly string[]; readonly many?: boolean }>

export interface TemplateRows {
  readonly rows?: readonly ImportRow[] | undefined
  readonly errors?: ErrorColumn | undefined
  readonly lists?: Lists | undefined
  /** A row that shows how others are filled in, and what is said of it. */
  readonly example?: { readonly values: ReadonlyMap<string, string>; readonly note: string } | undefined
}

/**
 * A spreadsheet with the heads of an import, two lines of them where some stand over others, and what may be written below each as a
 * comment and, where it is one of few, as a list to choose from; with rows, as they were sent. All cells are texts: nothing of them is
 * worked out when it is opened.
 */
export function templateOf(
  name: string,
  heads: readonly ImportHead[],
  { rows = [], errors, lists = new Map(), example }: TemplateRows = {},
): Uint8Array {
  const leaves = leavesOf(heads)
  const isNested = heads.some(({ children }) => children)
  const top = leaves.map(({ head }) => headLabel(heads, head))
  const lines: string[][] = [[...top, ...(errors ? [errors.label] : [])]]
  if (isNested) lines.push(leaves.map(({ head, column, label }) => (head === column ? '' : label)))
  const headLines = lines.length
  if (example) lines.push(leaves.map((leaf) => example.values.get(pathOf(leaf)) ?? ''))
  for (const row of rows) lines.push(...linesOf(row, leaves, errors))
  const sheet = utils.aoa_to_sheet(lines.map((line) => line.map((text) => text.slice(0, CELL_LENGTH))))
  for (const [at, { column }] of leaves.entries()) {
    const line = isNested && column !== leaves[at]?.head ? 1 : 0
    comment(sheet, utils.encode_cell({ r: line, c: at }), column.help)
  }
  if (example) comment(sheet, utils.encode_cell({ r: headLines, c: 0 }), example.note)
  sheet['!merges'] = isNested ? mergesOf(leaves) : []
  sheet['!cols'] = leaves.map(({ label }) => ({ wch: Math.min(30, Math.max(12, label.length * 2 + 2)) }))
  const book = utils.book_new()
  utils.book_append_sheet(book, textual(sheet), name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1')
  const chosen = leaves.map((leaf) => lists.get(pathOf(leaf)))
  const columns = appendLists(book, chosen)
  // A thousand rows that were not imported are sent again, in a file of less than 500 KB.
  return withLists(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array, columns, headLines)
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
