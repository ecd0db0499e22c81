import { utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { sheetRows } from './sheet-rows'

it('reads a chosen workbook beside the page, and says what is wrong with one that cannot be read', async () => {
  const workbook = utils.book_new()
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['名称', '数量'],
      ['阀门', 12.5],
    ]),
    '1',
  )
  const bytes = write(workbook, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  expect(await sheetRows(new File([bytes], '明细.xlsx'))).toEqual({
    columns: ['名称', '数量'],
    rows: [{ 名称: '阀门', 数量: 12.5 }],
  })
  await expect(sheetRows(new File(['no workbook'], '明细.xlsx'))).rejects.toThrow('@action.sheetBroken')
})
