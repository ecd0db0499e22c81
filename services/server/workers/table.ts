import { type CellObject, read, SSF } from '@e965/xlsx'
import { sheetNumberText } from '@runtime/widget/sheet-number'
import { IMPORT_SHEET_LIMITS } from '../limits'
import { unpacked } from './sheet'

/** A cell as it is shown, and what stands behind that; `fault`: an error of the spreadsheet, or a formula that has no value. */
export interface TableCell {
  readonly text: string
  /** What a column of texts takes of a number, where that is not as it is shown. */
  readonly digits?: string
  /** The number as it is kept, where it is shown in another way. */
  readonly number?: number
  /** `2026-11-21`, with a time where it has one, whatever it is shown as. */
  readonly moment?: string
  /** The same of a number that is not shown as a day, and would be one. */
  readonly serial?: string
  readonly fault?: true
  /** It is merged with what stands above it, or beside it, and says the same. */
  readonly merged?: 'down' | 'across'
}

/** Why a file is no table: it has too much in it or too many columns, has programs in it, or has no end of rows. */
export type TableRefusal = 'size' | 'macro' | 'rows'
export type TableRead =
  | { readonly rows: readonly (readonly TableCell[])[] }
  | { readonly refused: TableRefusal }

export interface TableInput {
  readonly bytes: Uint8Array
  /** Rows that may be filled, the heads among them. */
  readonly most: number
  readonly limits?: { readonly [name in keyof typeof IMPORT_SHEET_LIMITS]: number }
}

/** Days up to the year 2173; a larger number in a date field is a date in digits. */
const LAST_SERIAL = 100_000
const EMPTY: TableCell = { text: '' }
/** One for all lines with nothing in them, of which a sheet may have a million: on its way out of the thread it is copied once. */
const BLANK: TableCell[] = []
const ZIP = 0x50
/** Of an xls. */
const COMPOUND = 0xd0
/** Programs of an xlsx, however it is called; in an xls they are a storage of its own, which the reader finds. */
const PROGRAMS = 'vbaProject.bin'

/**
 * The cells of a book's first sheet as an import reads them: nothing is worked out, and nothing that somebody sees in the file is
 * passed over in silence. What is merged stands in all of its cells in the first rows, where these may be heads, and below them in
 * those of its first column.
 */
export function readTable({ bytes, most, limits = IMPORT_SHEET_LIMITS }: TableInput): TableRead {
  const isZip = bytes[0] === ZIP
  if (isZip && Buffer.from(bytes).includes(PROGRAMS)) return { refused: 'macro' }
  const plain = isZip ? unpacked(bytes, limits.unpacked) : bytes
  if (!plain) return { refused: 'size' }
  const book = read(plain, { type: 'array', cellNF: true, cellFormula: true, bookVBA: true, dense: true })
  if (book.vbaraw) return { refused: 'macro' }
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) return { rows: [] }
  const isText = !isZip && bytes[0] !== COMPOUND
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const lines = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[]
  const rows: TableCell[][] = []
  let characters = 0
  let filled = 0
  for (let at = 0; at < lines.length; at += 1) {
    const cells = (lines[at] ?? []).map((cell) => writtenOf(cell, isText) ?? cellOf(cell, is1904))
    if (cells.slice(limits.columns).some(isFilled)) return { refused: 'size' }
    characters += cells.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > limits.characters) return { refused: 'size' }
    const isBlank = !cells.some(isFilled)
    if (!isBlank) filled += 1
    if (filled > most) return { refused: 'rows' }
    rows.push(isBlank ? BLANK : Array.from(cells.slice(0, limits.columns), (cell) => cell ?? EMPTY))
  }
  let copies = 0
  for (const { s, e } of sheet['!merges'] ?? []) {
    copies += spread(rows, s, e, limits.columns)
    if (copies > limits.characters) return { refused: 'size' }
  }
  return { rows }
}

const isFilled = ({ text, fault }: TableCell) => text !== '' || fault === true

/** Rows at the top in which what is merged may be a head. */
const HEADS = 12

/** Writes what is merged into its cells; answers how many it went through. */
function spread(
  rows: TableCell[][],
  start: { readonly r: number; readonly c: number },
  end: { readonly r: number; readonly c: number },
  columns: number,
): number {
  const cell = rows[start.r]?.[start.c]
  if (!cell || !isFilled(cell)) return 1
  const isHead = start.r < HEADS
  const below = Math.min(end.r, rows.length - 1)
  const last = isHead ? Math.min(end.c, columns - 1) : start.c
  for (let r = start.r; r <= below; r += 1) {
    const row = rows[r]
    if (!row || row === BLANK) continue
    for (let c = start.c; c <= (r < HEADS ? last : start.c); c += 1) {
      while (row.length <= c) row.push(EMPTY)
      if (c > start.c) row[c] = { ...cell, merged: 'across' }
      else if (r > start.r) row[c] = { ...cell, merged: 'down' }
    }
  }
  return below - start.r + 1
}

/** What stands in a file of text in the place of a number that no double holds. */
function writtenOf(cell: CellObject | undefined, isText: boolean): TableCell | undefined {
  const isLost = isText && typeof cell?.v === 'number' && Math.abs(cell.v) > Number.MAX_SAFE_INTEGER
  return isLost && cell.w !== undefined ? { text: cell.w.trim() } : undefined
}

function cellOf(cell: CellObject | undefined, is1904: boolean): TableCell {
  if (!cell) return EMPTY
  if (cell.v === undefined || cell.v === null || cell.t === 'z')
    return cell.f === undefined ? EMPTY : { text: `=${cell.f}`, fault: true }
  if (cell.t === 'e') return { text: cell.w ?? '#N/A', fault: true }
  if (typeof cell.v !== 'number') return { text: String(cell.v).trim() }
  const format = String(cell.z ?? 'General')
  if (SSF.is_date(format)) {
    const moment = momentOf(cell.v, is1904)
    return { text: moment ?? cell.w ?? String(cell.v), number: cell.v, ...(moment && { moment }) }
  }
  const digits = sheetNumberText(cell.v, format, cell.w)
  const text = format === 'General' ? String(cell.v) : (cell.w ?? String(cell.v)).trim()
  const serial = cell.v >= 0 && cell.v < LAST_SERIAL ? momentOf(cell.v, is1904) : null
  return { text, number: cell.v, ...(digits !== text && { digits }), ...(serial && { serial }) }
}

/** A day number of a spreadsheet as a text that every date field reads; null where it is none. */
export function momentOf(serial: number, is1904 = false): string | null {
  const parts = SSF.parse_date_code(serial, { date1904: is1904 }) as
    | {
        readonly [part in 'y' | 'm' | 'd' | 'H' | 'M' | 'S']: number
      }
    | null
  if (!parts) return null
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const time = `${two(parts.H)}:${two(parts.M)}:${two(parts.S)}`
  // Of a time alone the day is none.
  if (serial < 1) return time
  const day = `${String(parts.y).padStart(4, '0')}-${two(parts.m)}-${two(parts.d)}`
  return time === '00:00:00' ? day : `${day} ${time}`
}
