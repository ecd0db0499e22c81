import type { HostFile } from '@runtime/files'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type OpenTable, openTable } from '../specs/open-table'
import { active, at, labelled, value } from '../specs/reach'
import { readWorkbook, type SheetValue, writeWorkbook } from './workbook'

let opened: OpenTable | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

const COLUMNS = [
  { name: 'name', widget: 'input', label: '名称', required: true },
  { name: 'amount', widget: 'number-input', label: '数量' },
  { name: 'unit', widget: 'select', label: '单位', options: { dictionary: 'unit' } },
  { name: 'double', widget: 'number-input', label: '两倍', formula: 'amount * 2' },
]
const UNITS = [
  { id: 'kg', fullName: '千克' },
  { id: 't', fullName: '吨' },
]

function fileOf(name: string, bytes: Uint8Array<ArrayBuffer>): HostFile {
  return new File([bytes], name)
}

function sheetOf(...rows: SheetValue[][]): HostFile {
  return fileOf('明细.xlsx', writeWorkbook('明细', rows, []))
}

/** Opens a table whose file chooser answers this file, and presses an item of its menu. */
async function choose(item: string, file?: HostFile, rows: readonly Record<string, unknown>[] = []) {
  const saved: { name: string; bytes: Uint8Array }[] = []
  opened = openTable({ columns: COLUMNS }, rows, {
    outside: {
      chooseFiles: async () => (file ? [file] : []),
      call: async () => ({ data: { list: UNITS }, msg: '' }),
      download: async (url, name = '') => {
        const response = await fetch(url)
        saved.push({ name, bytes: new Uint8Array(await response.arrayBuffer()) })
      },
    },
  })
  await userEvent.click(labelled(opened.place, '导入与下载'))
  const found = await vi.waitFor(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const one = items.find(({ textContent }) => textContent?.trim() === item)
    if (!one) throw new Error(`No item ${item}`)
    return one
  }, 45_000)
  await userEvent.click(found)
  return { ...opened, saved }
}

describe('a sheet', () => {
  it('becomes rows in one step: choices by their labels, a wrong cell with its reason', async () => {
    const file = sheetOf(
      ['单位', '名称', '数量', '两倍', '备注'],
      ['吨', '阀门', 12.5, 99, ''],
      ['箱', '水泵', '三', '', 'x'],
    )
    const table = await choose('导入表格文件', file, [{ name: '旧', amount: 1 }])
    await expect.poll(() => table.table.state.ids).toHaveLength(3)
    expect([value(table, 1, 'name'), value(table, 1, 'amount'), value(table, 1, 'unit')]).toEqual([
      '阀门',
      12.5,
      't',
    ])
    expect(value(table, 1, 'double')).toBe(25)
    expect(table.place.textContent).toContain('已导入 2 行，2 格有误，未识别的列：备注')
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.2.amount', 'items.2.unit'])
    await expect.poll(() => active()).toEqual([2, 1])
    expect(at(2, 1).textContent).toContain('三')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(table.table.state.ids).toHaveLength(1)
    expect(table.table.state.canUndo).toBe(false)
  })

  it('fills a table that has no row yet, choices included', async () => {
    const table = await choose('导入表格文件', sheetOf(['名称', '单位'], ['阀门', '千克']))
    await expect.poll(() => value(table, 0, 'unit')).toBe('kg')
    expect(table.store.validate()).toEqual([])
  })

  it.each([
    ['文件大小不能超过500KB', () => fileOf('a.xlsx', new Uint8Array(500 * 1024))],
    ['请选择xlsx、xls、csv类型的文件', () => fileOf('a.pdf', new Uint8Array(4))],
    ['导入数据为空', () => sheetOf(['名称'])],
    ['文件中没有与本表各列同名的表头', () => sheetOf(['甲'], ['1'])],
    ['一次最多导入1000行', () => sheetOf(['名称'], ...Array.from({ length: 1001 }, (_, row) => [`${row}`]))],
    ['文件无法读取，请检查后重试', () => fileOf('a.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))],
  ])('is refused: %s', async (message, file) => {
    const table = await choose('导入表格文件', file())
    await vi.waitFor(() => expect(table.host.toasts).toEqual([message]), 45_000)
    expect(table.table.state.ids).toEqual([])
  })

  it('of rows is saved as they are read, numbers as numbers', async () => {
    const rows = [{ name: '阀门', amount: 1000.5, unit: 't' }]
    const table = await choose('下载明细', undefined, rows)
    await vi.waitFor(() => expect(table.saved).toHaveLength(1), 45_000)
    expect(table.saved[0]?.name).toBe('采购明细.xlsx')
    const cells = readWorkbook(table.saved[0]?.bytes ?? new Uint8Array(), false)
    expect(cells.map((row) => row.map(({ plain }) => plain))).toEqual([
      ['名称', '数量', '单位', '两倍'],
      ['阀门', '1000.5', '吨', '2001'],
    ])
  })

  it('to fill in has the headings of what a person enters, and can be imported', async () => {
    const table = await choose('下载导入模板')
    await vi.waitFor(() => expect(table.saved).toHaveLength(1), 45_000)
    expect(table.saved[0]?.name).toBe('采购明细导入模板.xlsx')
    const cells = readWorkbook(table.saved[0]?.bytes ?? new Uint8Array(), false)
    expect(cells.map((row) => row.map(({ shown }) => shown))).toEqual([['*名称', '数量', '单位']])
  })

  it('is reached by the keyboard alone', async () => {
    opened = openTable({ columns: COLUMNS }, [])
    labelled(opened.place, '导入与下载').focus()
    await userEvent.keyboard('{Enter}')
    const focused = () => document.activeElement?.textContent?.trim()
    await expect.poll(() => focused()).toBe('导入表格文件')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('下载导入模板')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => labelled(document, '导入与下载').getAttribute('aria-expanded')).toBe('false')
  })
})
