import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { readWorkbook, writeWorkbook } from './workbook'

const shown = (bytes: Uint8Array, csv = false) =>
  readWorkbook(bytes, csv).map((row) => row.map((cell) => cell.shown))

describe('a sheet', () => {
  it('is read as it was written, numbers as numbers', () => {
    const bytes = writeWorkbook(
      '采购/明细',
      [
        ['名称', '数量'],
        ['阀门', 12.5],
        ['', 0.1 + 0.2],
      ],
      [10, 8],
    )
    expect(shown(bytes)).toEqual([
      ['名称', '数量'],
      ['阀门', '12.5'],
      ['', '0.3'],
    ])
  })

  it('gives a formatted number both ways, and dates without a zone', () => {
    const sheet = utils.aoa_to_sheet([[]])
    sheet['!ref'] = 'A1:F1'
    sheet['A1'] = { t: 'n', v: 1234.5, z: '#,##0.00' }
    sheet['B1'] = { t: 'n', v: 46347, z: 'yyyy/m/d' }
    sheet['C1'] = { t: 'n', v: 46347.354166666664, z: 'yyyy/m/d h:mm' }
    sheet['D1'] = { t: 'n', v: 7, z: '0000' }
    sheet['E1'] = { t: 'n', v: 862_345_678_901_234, z: 'General' }
    sheet['F1'] = { t: 's', v: '430102199001011234' }
    const workbook = utils.book_new()
    utils.book_append_sheet(workbook, sheet, '1')
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const [row] = readWorkbook(
        new Uint8Array(write(workbook, { type: 'array', bookType }) as ArrayBuffer),
        false,
      )
      expect(row?.map(({ text = '' }) => text)).toEqual(['1234.5', '', '', '0007', '862345678901234', ''])
      expect(row?.map((cell) => [cell.shown, cell.plain])).toEqual([
        ['1,234.50', '1234.5'],
        ['2026-11-21', '2026-11-21'],
        ['2026-11-21 08:30:00', '2026-11-21 08:30:00'],
        ['0007', '7'],
        ['862345678901234', '862345678901234'],
        ['430102199001011234', '430102199001011234'],
      ])
    }
  })

  it('of csv keeps texts as they are, in UTF-8 and in GB 18030', () => {
    expect(shown(new TextEncoder().encode('\uFEFF编码,名称\n007,"闸阀, 铜"\n'), true)).toEqual([
      ['编码', '名称'],
      ['007', '闸阀, 铜'],
    ])
    // 编码 in GB 18030, then a line break and 1.
    expect(shown(Uint8Array.of(0xb1, 0xe0, 0xc2, 0xeb, 0x0a, 0x31), true)).toEqual([['编码'], ['1']])
  })

  it('that is none is refused', () => {
    expect(() => readWorkbook(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), false)).toThrow()
  })
})
