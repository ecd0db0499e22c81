import { CFB, utils, type WorkSheet, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { readRecords } from './records'
import { READ_ROWS } from './workbook'

function bookOf(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheet, '1')
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([['other'], ['sheet']]), '2')
  return new Uint8Array(write(workbook, { type: 'array', bookType }) as ArrayBuffer)
}

describe('rows of a spreadsheet', () => {
  it.each(['xlsx', 'biff8'] as const)('of %s have the values of the first sheet by its headings', (type) => {
    const sheet = utils.aoa_to_sheet([
      [],
      ['名称', '数量', ' ', '日期', '合计', '数量', '启用'],
      ['阀门', 0.1 + 0.2, 'unnamed', 46347, null, '007', true],
      [],
      ['', 5],
    ])
    for (const [name, z] of [
      ['D3', 'yyyy/m/d'],
      ['B5', '#,##0.00'],
    ] as const)
      Object.assign(sheet[name] as object, { z })
    sheet['E3'] = { t: 'n', v: 12.5, f: 'B3*2' }
    sheet['E5'] = { t: 'e', v: 7, f: '1/0' }
    expect(readRecords(bookOf(sheet, type), false)).toEqual({
      columns: ['名称', '数量', '日期', '合计', '数量2', '启用'],
      rows: [
        { 名称: '阀门', 数量: 0.3, 日期: '2026-11-21', 合计: 12.5, 数量2: '007', 启用: true },
        { 名称: null, 数量: 5, 日期: null, 合计: null, 数量2: null, 启用: null },
      ],
    })
  })

  it('of csv are texts', () => {
    expect(readRecords(new TextEncoder().encode('编码,名称\n007,阀门\n'), true)).toEqual({
      columns: ['编码', '名称'],
      rows: [{ 编码: '007', 名称: '阀门' }],
    })
  })

  it('are none where nothing stands', () => {
    expect(readRecords(bookOf(utils.aoa_to_sheet([])), false)).toEqual({ columns: [], rows: [] })
    expect(readRecords(bookOf(utils.aoa_to_sheet([['名称']])), false)).toEqual({
      columns: ['名称'],
      rows: [],
    })
  })

  it('are refused of what is no spreadsheet, is cut off, or is locked', () => {
    const book = bookOf(utils.aoa_to_sheet([['名称'], ['阀门']]))
    const locked = CFB.utils.cfb_new()
    CFB.utils.cfb_add(locked, '/EncryptionInfo', [4, 0, 4, 0])
    CFB.utils.cfb_add(locked, '/EncryptedPackage', [1, 2, 3])
    const lockedBytes = new Uint8Array(CFB.write(locked, { type: 'array' }) as unknown as ArrayBuffer)
    expect(readRecords(new TextEncoder().encode('a,b\n1,2'), false)).toBe('broken')
    expect(readRecords(book.slice(0, book.length / 2), false)).toBe('broken')
    expect(readRecords(lockedBytes, false)).toBe('locked')
  })

  it('are refused where there are more than are read', () => {
    const rows = (count: number) =>
      new TextEncoder().encode(['n', ...Array.from({ length: count }, (_, at) => `${at}`)].join('\n'))
    expect(readRecords(rows(READ_ROWS + 1), true)).toBe('rows')
    expect(readRecords(rows(READ_ROWS), true)).toMatchObject({ rows: { length: READ_ROWS } })
  })

  it('of a sheet that reaches to the far corner are read as far as columns are looked at', () => {
    const sheet = utils.aoa_to_sheet([['名称'], ['阀门']])
    sheet['!ref'] = 'A1:XFD3'
    sheet['XFD1'] = { t: 's', v: 'far' }
    expect(readRecords(bookOf(sheet), false)).toEqual({ columns: ['名称'], rows: [{ 名称: '阀门' }] })
  })
})
