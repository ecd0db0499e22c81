import type { SheetRows } from '@runtime/files'
import { numbered } from './headings'
import { READ_ROWS, type SheetScalar, scalarOf, sheetOf } from './workbook'

/** Why a file gives no rows: it is none of these, it is locked with a password, or has more rows than are read. */
export type RecordsRefusal = 'broken' | 'locked' | 'rows'

/** Columns that are looked at: a sheet may say that it reaches to the far corner. */
const READ_COLUMNS = 500
/** How a zip begins, and the compound file that an xls is and a locked xlsx becomes. */
const BOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The rows of the first sheet below its first filled row, which names their members. Empty rows and unnamed columns are left out. */
export function readRecords(bytes: Uint8Array, csv: boolean): SheetRows | RecordsRefusal {
  if (!csv && !BOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))) return 'broken'
  try {
    return recordsOf(bytes, csv)
  } catch (error) {
    return /password|encrypt/i.test(String(error)) ? 'locked' : 'broken'
  }
}

function recordsOf(bytes: Uint8Array, csv: boolean): SheetRows | RecordsRefusal {
  const sheet = sheetOf(bytes, csv, READ_ROWS + 2)
  if (!sheet) return { columns: [], rows: [] }
  const width = Math.min(sheet.columns, READ_COLUMNS)
  const cells = (row: number) => Array.from({ length: width }, (_, column) => scalarOf(sheet, row, column))
  let head = 0
  while (head < sheet.rows && cells(head).every((cell) => cell === null)) head += 1
  const named = numbered(cells(head).map((cell) => (cell === null ? '' : String(cell)))).map(
    (name, column) => [name, column] as const,
  )
  const columns = named.filter(([name]) => name !== '')
  const rows: Record<string, SheetScalar>[] = []
  for (let row = head + 1; row < sheet.rows; row += 1) {
    const values = columns.map(([name, column]) => [name, scalarOf(sheet, row, column)] as const)
    if (values.some(([, value]) => value !== null)) rows.push(Object.fromEntries(values))
  }
  return rows.length > READ_ROWS ? 'rows' : { columns: columns.map(([name]) => name), rows }
}
