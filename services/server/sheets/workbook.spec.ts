import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { serialOf, workbookOf } from './workbook'
import type { WorkbookCell, WorkbookColumn } from './worksheet'

async function* each(rows: readonly (readonly WorkbookCell[])[]) {
  yield* rows
}
const made = async (columns: readonly WorkbookColumn[], rows: readonly (readonly WorkbookCell[])[]) =>
  buffer(workbookOf('表', columns, each(rows)))
const partOf = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array())
const COLUMNS: readonly WorkbookColumn[] = [
  { title: '编号' },
  { title: '日期', format: 'yyyy-mm-dd' },
  { title: '物料', above: '明细' },
  { title: '件数', above: '明细', format: '#,##0.00', whole: '#,##0' },
]

describe('a workbook', () => {
  it('has numbers and days as such, codes and long numbers as texts, each in the look of its column', async () => {
    const bytes = await made(COLUMNS, [
      ['007', serialOf(Date.UTC(2026, 4, 6)), '=1+1', 1234567],
      [2 ** 60, null, '多\n行', 1234.5],
      ['_x0041_', null, '', null],
    ])
    const sheet = read(bytes, { cellNF: true }).Sheets['表'] ?? {}
    expect(sheet['A3']).toMatchObject({ t: 's', v: '007', z: '@' })
    expect(sheet['A4']).toMatchObject({ t: 's', v: '1152921504606846976' })
    expect(sheet['A5']).toMatchObject({ t: 's', v: '_x0041_' })
    expect(sheet['B3']).toMatchObject({ t: 'n', v: 46148, z: 'yyyy-mm-dd', w: '2026-05-06' })
    expect(sheet['C3']).toMatchObject({ t: 's', v: '=1+1' })
    expect(sheet['C4']).toMatchObject({ v: '多\n行' })
    expect([sheet['D3']?.w, sheet['D4']?.w]).toEqual(['1,234,567', '1,234.50'])
    expect(sheet['C5']).toBeUndefined()
  })

  it('begins a sheet only where there is a row for it', async () => {
    const sheetsOf = async (rows: number) => {
      const lines = Array.from({ length: rows }, (_, at) => [at])
      return read(await buffer(workbookOf('表', [{ title: '数' }], each(lines), 100))).SheetNames
    }
    expect(await sheetsOf(0)).toEqual(['表'])
    expect(await sheetsOf(200)).toEqual(['表', '表 2'])
    expect(await sheetsOf(201)).toEqual(['表', '表 2', '表 3'])
  })

  it('has bold heads that stay in sight, over one another where some stand over others', async () => {
    const bytes = await made(COLUMNS, [['1', null, null, null]])
    const book = read(bytes, { cellStyles: true })
    const sheet = book.Sheets['表'] ?? {}
    expect(utils.sheet_to_json(sheet, { header: 1 }).slice(0, 2)).toEqual([
      ['编号', '日期', '明细', '明细'],
      ['', '', '物料', '件数'],
    ])
    expect(sheet['!merges']?.map((range) => utils.encode_range(range))).toEqual(['A1:A2', 'B1:B2', 'C1:D1'])
    const xml = partOf(bytes, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain('<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>')
    expect(
      [...xml.matchAll(/<(sheetViews|sheetFormatPr|cols|sheetData|mergeCells)\b/g)].map(([, name]) => name),
    ).toEqual([...['sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'mergeCells']])
    expect(partOf(bytes, 'xl/styles.xml')).toContain('<b/>')
  })

  it('has columns as wide as their first rows need, and no wider than a page', async () => {
    const bytes = await made(
      [{ title: '短' }, { title: '长' }, { title: 'x' }],
      [['a', '田'.repeat(400), '十个汉字这么宽的文字']],
    )
    const cols = read(bytes, { cellStyles: true }).Sheets['表']?.['!cols'] ?? []
    expect(cols.map((col) => Math.round(col?.width ?? 0))).toEqual([8, 50, 22])
  })
})
