import { utils } from '@e965/xlsx'
import { bookOf } from '@services/server/modules/platform/transfer/specs/sheets'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTable } from './table'

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A book with the sheet that somebody has written by hand. */
function forged(rows: string, merges: readonly string[] = []): Uint8Array {
  const merged = merges.length > 0 ? `<mergeCells>${merges.join('')}</mergeCells>` : ''
  const sheet = `<worksheet xmlns="${SHEET}"><sheetData>${rows}</sheetData>${merged}</worksheet>`
  const parts = unzipSync(bookOf([['一']]))
  return zipSync({ ...parts, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(sheet) }, { level: 6 })
}
const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
const read = (rows: string) => readTable({ bytes: forged(rows), most: 100 })

it('a number of a CSV that no double holds is the text that stands there', () => {
  const bytes = new TextEncoder().encode('id,n\n1269943055849660418,3\n')
  expect(readTable({ bytes, most: 10 })).toMatchObject({
    rows: [
      [{ text: 'id' }, { text: 'n' }],
      [{ text: '1269943055849660418' }, { text: '3', number: 3 }],
    ],
  })
})

describe('a sheet of an import', () => {
  const columns = Array.from({ length: 16_384 }, (_, at) => `${utils.encode_col(at)}1`)

  it('with more columns than are read is refused, and not cut; what only has a look beyond them counts for nothing', () => {
    expect(read(`<row r="1">${columns.map((cell) => text(cell, 'h')).join('')}</row>`)).toEqual({
      refused: 'size',
    })
    const styled = columns.slice(1).map((cell) => `<c r="${cell}" s="0"/>`)
    expect(read(`<row r="1">${text('A1', 'h')}${styled.join('')}</row>`)).toEqual({ rows: [[{ text: 'h' }]] })
  })

  it('of a million lines with nothing in them gives the others, each at its place, and is small', () => {
    const empty = '<row s="0"/>'.repeat(500_000)
    const bytes = forged(`<row r="1">${text('A1', 'h')}</row>${empty}`)
    expect(bytes.length).toBeLessThan(50_000)
    expect(readTable({ bytes, most: 100 })).toEqual({ rows: [[{ text: 'h' }]] })
    const far = read(`<row r="1">${text('A1', 'h')}</row><row r="1048576">${text('A1048576', 'z')}</row>`)
    if ('refused' in far) throw new Error(far.refused)
    expect(far.rows).toHaveLength(1_048_576)
    expect(far.rows.at(-1)).toEqual([{ text: 'z' }])
    // All that is blank is one thing, which leaves the thread once.
    expect(new Set(far.rows).size).toBe(3)
  })

  it('is refused where one cell, or what is merged, would be too much', () => {
    const long = 'x'.repeat(3 * 2 ** 20)
    expect(read(`<row r="1">${text('A1', long)}</row>`)).toEqual({ refused: 'size' })
    const lines = [...Array.from({ length: 50 }, (_, at) => at + 1), 1_048_576]
    const filled = lines.map((line) => `<row r="${line}">${text(`A${line}`, 'x')}</row>`).join('')
    expect(read(filled)).toHaveProperty('rows')
    const merges = lines.map((line) => `<mergeCell ref="A${line}:A1048576"/>`)
    expect(readTable({ bytes: forged(filled, merges), most: 100 })).toEqual({ refused: 'size' })
  })
})
