import { type CellObject, read, SSF, utils, type WorkSheet, write } from '@e965/xlsx'
import { sheetNumberText } from '@runtime/widget/sheet-number'

/** A cell of a sheet: as it is shown there, and a number without its format. */
export interface SheetCell {
  readonly shown: string
  readonly plain: string
  /** What a column of texts takes of it, where that is not as it is shown. */
  readonly text?: string
}

/** Cells by row, to the last filled row that was read. */
export type SheetMatrix = readonly (readonly SheetCell[])[]

/** A cell of a sheet to be written: numbers stay numbers, so that they can be counted with. */
export type SheetValue = string | number

/** Rows of a file that are looked at: far more than may be imported, few enough for a file that unfolds to a million. */
export const READ_ROWS = 5_000

/** What stands in a cell. */
export type SheetScalar = string | number | boolean | null

/** The first sheet of a file, and how far it reaches. */
export interface ReadSheet {
  readonly cells: WorkSheet
  readonly rows: number
  readonly columns: number
  readonly date1904: boolean
}

/** Digits that a spreadsheet keeps; beyond them is noise of binary fractions. */
const NUMBER_DIGITS = 15

const EMPTY: SheetCell = { shown: '', plain: '' }

/** The first sheet of an xls, xlsx or csv file. @throws when the bytes are none of these. */
export function readWorkbook(bytes: Uint8Array, csv: boolean): SheetMatrix {
  const sheet = sheetOf(bytes, csv, READ_ROWS)
  if (!sheet) return []
  return Array.from({ length: sheet.rows }, (_, row) =>
    Array.from({ length: sheet.columns }, (_, column) => cellOf(sheet, row, column)),
  )
}

/** The first sheet, down to a row; undefined where nothing stands in it. @throws when the bytes are no file of these. */
export function sheetOf(bytes: Uint8Array, csv: boolean, sheetRows: number): ReadSheet | undefined {
  // Texts of a csv file stay texts: `007` is no 7.
  const workbook = csv
    ? read(csvText(bytes), { type: 'string', raw: true, sheetRows })
    : read(bytes, { type: 'array', cellNF: true, sheetRows })
  const cells = workbook.Sheets[workbook.SheetNames[0] ?? '']
  const range = cells?.['!ref']
  if (!cells || !range) return undefined
  const { e: end } = utils.decode_range(range)
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true
  return { cells, rows: end.r + 1, columns: end.c + 1, date1904 }
}

/** A number as a number, a date as text without a zone, of a formula what it came to; null where nothing stands. */
export function scalarOf(sheet: ReadSheet, row: number, column: number): SheetScalar {
  const cell = sheet.cells[utils.encode_cell({ r: row, c: column })] as CellObject | undefined
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return null
  if (cell.t === 'b') return cell.v === true
  if (typeof cell.v !== 'number') return String(cell.v).trim() || null
  if (typeof cell.z === 'string' && SSF.is_date(cell.z)) return dateText(cell.v, sheet.date1904)
  return Number(cell.v.toPrecision(NUMBER_DIGITS))
}

/** Excel saves csv in the system's encoding: in China that is GB 18030 where it is not UTF-8. */
function csvText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function cellOf({ cells, date1904 }: ReadSheet, row: number, column: number): SheetCell {
  const cell = cells[utils.encode_cell({ r: row, c: column })] as CellObject | undefined
  if (!cell || cell.t === 'z' || cell.v === undefined) return EMPTY
  if (typeof cell.v !== 'number' || cell.t !== 'n') return same(String(cell.w ?? cell.v).trim())
  if (typeof cell.z === 'string' && SSF.is_date(cell.z)) return same(dateText(cell.v, date1904))
  const plain = String(Number(cell.v.toPrecision(NUMBER_DIGITS)))
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  const text = sheetNumberText(cell.v, format, cell.w)
  // Nobody chose a look that the spreadsheet has shortened by itself.
  return { shown: format === 'General' ? text : (cell.w?.trim() ?? plain), plain, text }
}

function same(text: string): SheetCell {
  return text === '' ? EMPTY : { shown: text, plain: text }
}

/** A day (`2026-11-21`), a time (`08:30:00`), or both: a date of a sheet has no zone. */
function dateText(serial: number, date1904: boolean): string {
  const { y, m, d, H, M, S } = SSF.parse_date_code(serial, { date1904 })
  const day = [y, m, d].map((part) => String(part).padStart(2, '0')).join('-')
  const time = [H, M, S].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  if (serial < 1) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** An xlsx file of one sheet; widths are in characters. */
export function writeWorkbook(
  name: string,
  rows: readonly (readonly SheetValue[])[],
  widths: readonly number[],
): Uint8Array<ArrayBuffer> {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  sheet['!cols'] = widths.map((wch) => ({ wch }))
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheet, sheetName(name))
  return new Uint8Array(
    write(workbook, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer,
  )
}

/** What Excel takes as the name of a sheet: 31 characters, none of `: \ / ? * [ ]`. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[:\\/?*[\]]/g, ' ')
      .trim()
      .slice(0, 31) || 'Sheet1'
  )
}
