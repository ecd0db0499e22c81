import { utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanMarkup } from './markup'
import { openWorkers } from './pool'
import { readWorkbook, unpacked } from './sheet'

const workers = openWorkers({
  most: 1,
  waiting: 1,
  time: { sanitise: 1_000, sheet: 30_000, table: 30_000, geojson: 30_000 },
})
afterAll(() => workers.close())

/** Elements that are never closed, and ends of others: each end looks through all that is open. */
const ENDLESS = '<b>'.repeat(40_000) + '</i>'.repeat(40_000)

function book(rows: readonly (readonly unknown[])[]): Uint8Array {
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows as unknown[][]), 'S')
  return new Uint8Array(write(made, { type: 'buffer', bookType: 'xlsx' }))
}

const SHEET =
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row/></sheetData></worksheet>'

/** A book whose one sheet holds these bytes, packed. */
function bookOf(sheet: Uint8Array): Uint8Array {
  return zipSync({ ...unzipSync(book([['一']])), 'xl/worksheets/sheet1.xml': sheet }, { level: 6 })
}

describe('dear work', () => {
  it('is done beside the server, and ends when its time is over', async () => {
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 1)
    await expect(cleanMarkup(workers, 'text', [ENDLESS])).rejects.toMatchObject({
      code: 400,
      text: '@server.markupTooDear',
    })
    clearInterval(turning)
    expect(turns).toBeGreaterThan(20)
    const long = '<p onclick="x()">一</p>'.repeat(1_000)
    expect(await cleanMarkup(workers, 'text', [long, '<i>二</i>'])).toEqual([
      '<p>一</p>'.repeat(1_000),
      '<i>二</i>',
    ])
  })

  it('waits for its turn, and is refused where too much waits', async () => {
    const texts = ['<p>一</p>'.repeat(2_000)]
    const all = [1, 2, 3].map(() => workers.run('sanitise', { kind: 'text', texts }))
    await expect(all[2]).rejects.toMatchObject({ why: 'busy' })
    expect(await Promise.all(all.slice(0, 2))).toEqual([texts, texts])
  })

  it('that takes too much memory ends its thread alone', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(200)}</row>`
    const bytes = bookOf(new TextEncoder().encode(SHEET.replace('<row/>', row.repeat(2_500))))
    const narrow = openWorkers({ heap: 48 })
    await expect(narrow.run('sheet', { bytes, most: 20_000 })).rejects.toMatchObject({ why: 'memory' })
    expect(await narrow.run('sheet', { bytes: book([['一', 2]]), most: 10 })).toEqual({ rows: [['一', 2]] })
    await narrow.close()
  })
})

describe('a spreadsheet', () => {
  const limits = { unpacked: 2 ** 20, columns: 20, characters: 1_000 }
  const size = 2 * 2 ** 20

  it('that would be too large once unpacked is refused by its directory', () => {
    const bytes = bookOf(new Uint8Array(size))
    expect(bytes.length).toBeLessThan(20_000)
    expect(readWorkbook({ bytes, most: 10, limits })).toEqual({ refused: 'size' })
  })

  it('whose directory lies gets no more room than it says', () => {
    const bytes = bookOf(new Uint8Array(size))
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    // The size stands at 22 bytes of a part's own heading, and at 24 of its entry in the directory.
    for (let at = 0; at < bytes.length - 30; at += 1) {
      const place = { 67324752: 22, 33639248: 24 }[view.getUint32(at, true)]
      if (place !== undefined && view.getUint32(at + place, true) === size)
        view.setUint32(at + place, 1_000, true)
    }
    const plain = unpacked(bytes, limits.unpacked)
    expect(plain?.length).toBeLessThan(20_000)
  })

  it('that says one text in every cell is refused before it is copied so often', () => {
    const rows = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => '水'.repeat(11)))
    expect(readWorkbook({ bytes: book(rows), most: 1_000, limits })).toEqual({ refused: 'size' })
  })

  it('is read up to its last row and column that count, however far it says that it reaches', () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="XFD2"><v>1</v></c></row>'
    const sheet = SHEET.replace('<row/>', far).replace('<sheetData>', '<dimension ref="A1:XFD2"/><sheetData>')
    const read = readWorkbook({ bytes: bookOf(new TextEncoder().encode(sheet)), most: 3, limits })
    expect('rows' in read && read.rows[0]).toEqual([1, ...Array.from({ length: 19 }, () => null)])
    expect('rows' in read && read.rows.length).toBeLessThanOrEqual(3)
  })
})
