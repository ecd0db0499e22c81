import { read, utils } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { SHEET_LIMITS } from '../limits'

export type Cell = string | number | boolean | null

/** The rows of a book's first sheet, or why they are not to be had. */
export type WorkbookRead = { readonly rows: readonly (readonly Cell[])[] } | { readonly refused: 'size' }

/** How a zip begins; an xls of old is a compound file and packs nothing. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
/** What of a book says what stands in its cells: pictures and the like are not unpacked. */
const PARTS = /\.(xml|rels|bin)$/i

export interface WorkbookInput {
  readonly bytes: Uint8Array
  /** Rows that are read. */
  readonly most: number
  readonly limits?: { readonly [name in keyof typeof SHEET_LIMITS]: number }
}

/** Reads the first sheet of an xlsx or xls file, up to a number of rows. Formulas are not evaluated. */
export function readWorkbook({ bytes, most, limits = SHEET_LIMITS }: WorkbookInput): WorkbookRead {
  const isZip = ZIP.every((byte, index) => bytes[index] === byte)
  const plain = isZip ? unpacked(bytes, limits.unpacked) : bytes
  if (!plain) return { refused: 'size' }
  const workbook = read(plain, { type: 'array', cellFormula: false, sheetRows: most })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  if (!sheet) return { rows: [] }
  // A sheet may say that it reaches to the far corner, and every row would be filled up to there.
  const range = utils.decode_range(sheet['!ref'] ?? 'A1')
  range.e.c = Math.min(range.e.c, range.s.c + limits.columns - 1)
  const rows = utils.sheet_to_json<Cell[]>(sheet, { header: 1, raw: true, defval: null, range })
  return charactersIn(rows) > limits.characters ? { refused: 'size' } : { rows }
}

/**
 * The same zip with nothing packed in it, or nothing where that would be too large. Its directory is asked first; a part that
 * is larger than its directory says is given no more room than that, so the spreadsheet's reader meets no surprise.
 */
export function unpacked(bytes: Uint8Array, most: number): Uint8Array | undefined {
  let size = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!PARTS.test(name)) return false
      size += originalSize
      return size <= most
    },
  })
  return size > most ? undefined : zipSync(parts, { level: 0 })
}

/** One text may stand in every cell, and would be copied as often on its way out of the thread. */
function charactersIn(rows: readonly (readonly Cell[])[]): number {
  let count = 0
  for (const row of rows) for (const cell of row) count += typeof cell === 'string' ? cell.length : 1
  return count
}
