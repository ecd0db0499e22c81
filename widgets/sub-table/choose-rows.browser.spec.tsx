import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type OpenTable, openTable } from './specs/open-table'
import { at, button, goTo, value } from './specs/reach'

let opened: OpenTable | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

const COLUMNS = [
  { name: 'item', widget: 'input', label: '物料', required: true },
  { name: 'price', widget: 'number-input', label: '单价' },
  { name: 'kind', widget: 'input', label: '来源' },
  { name: 'amount', widget: 'number-input', label: '数量', default: 1 },
  { name: 'sum', widget: 'number-input', label: '金额', formula: 'price * amount' },
]
const STOCK = [
  { id: 's1', name: '闸阀', cost: 12.5 },
  { id: 's2', name: '水泵', cost: 900 },
  { id: 's3', name: '滴灌带', cost: 0.8 },
]
const CONF = {
  popupTitle: '选择库存物料',
  popupType: 'dialog',
  popupWidth: '640px',
  interfaceId: 'stock',
  interfaceName: '',
  templateJson: [{ field: 'season', defaultValue: '', relationField: 'season' }],
  hasPage: true,
  pageSize: 20,
  columnOptions: [
    { value: 'name', label: '名称' },
    { value: 'cost', label: '成本' },
  ],
  relationOptions: [
    { value: 'name', field: 'item', type: 1 },
    { value: 'cost', field: 'price', type: 1 },
    { value: '库存', field: 'kind', type: 2 },
    { value: 'cost', field: 'sum', type: 1 },
  ],
}

/** Opens a table that chooses its rows; answers it with what was asked of the server. */
function open(conf: Partial<typeof CONF> = {}, rows: readonly Record<string, unknown>[] = []) {
  const calls: { name: string; input: Readonly<Record<string, unknown>> }[] = []
  const table = openTable({ columns: COLUMNS, addType: 1, addTableConf: { ...CONF, ...conf } }, rows, {
    fields: [{ name: 'season', widget: 'input', default: 'spring' }],
    outside: {
      call: async (name, input = {}) => {
        calls.push({ name, input })
        const list = STOCK.filter((row) => row.name.includes(String(input['keyword'] ?? '')))
        return { data: { list, pagination: { total: list.length } }, msg: '' }
      },
    },
  })
  table.store.set('season', 'autumn')
  opened = table
  return { ...table, calls }
}

async function dialog(): Promise<HTMLElement> {
  return vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]')
    if (!found?.textContent?.includes('闸阀')) throw new Error('The dialog has no rows yet')
    return found
  }, 45_000)
}

function rowOf(place: HTMLElement, text: string): HTMLElement {
  const found = [...place.querySelectorAll<HTMLElement>('[role="row"]')].find((row) =>
    row.textContent?.includes(text),
  )
  if (!found) throw new Error(`No row ${text}`)
  return found
}

describe('the select dialog', () => {
  it('makes rows of all that was chosen, in one step, each filled and computed', async () => {
    const table = open()
    await userEvent.click(button(table.place, '添加'))
    const place = await dialog()
    expect(place.textContent).toContain('选择库存物料')
    expect(table.calls[0]).toMatchObject({
      name: 'dataInterface.page',
      input: {
        id: 'stock',
        columnOptions: 'name,cost',
        paramList: [{ field: 'season', defaultValue: 'autumn' }],
        currentPage: 1,
        pageSize: 20,
      },
    })
    await userEvent.click(rowOf(place, '水泵'))
    await userEvent.click(rowOf(place, '闸阀'))
    await userEvent.click(button(place, '确定'))
    await expect.poll(() => table.table.state.ids).toHaveLength(2)
    const rows = table.table.state.ids.map((id) => ({ ...table.table.row(id) }))
    expect(rows).toEqual([
      { item: '水泵', price: 900, kind: '库存', amount: 1, sum: 900 },
      { item: '闸阀', price: 12.5, kind: '库存', amount: 1, sum: 12.5 },
    ])
    expect(table.place.textContent).toContain('已添加 2 行')
    await expect.poll(() => at(0, 0).textContent).toBe('水泵')
    await expect.poll(() => table.place.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(table.table.state.ids).toEqual([])
    expect(table.table.state.canUndo).toBe(false)
  })

  it('runs rules once for the rows that were chosen', async () => {
    const table = open()
    let flushes = 0
    table.store.flush()
    table.store.onChange(() => {
      flushes += 1
    })
    await userEvent.click(button(table.place, '添加'))
    const place = await dialog()
    for (const { name } of STOCK) await userEvent.click(rowOf(place, name))
    await userEvent.click(button(place, '确定'))
    await expect.poll(() => table.table.state.ids).toHaveLength(3)
    expect(flushes).toBe(1)
  })

  it('adds nothing when it is cancelled, and opens by Ctrl+Shift+Enter too', async () => {
    const table = open({}, [{ item: '旧', price: 1 }])
    await expect.poll(() => at(0, 0)).toBeTruthy()
    await goTo(0, 0)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    const place = await dialog()
    await userEvent.click(rowOf(place, '闸阀'))
    await userEvent.click(button(place, '取消'))
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
    expect(table.table.state.ids).toHaveLength(1)
    expect(value(table, 0, 'item')).toBe('旧')
  })

  it('is a drawer where the model says so, and asks for all rows without paging', async () => {
    const table = open({ popupType: 'drawer', hasPage: false })
    await userEvent.click(button(table.place, '添加'))
    const place = await dialog()
    expect(place.closest('.loam-dialog')?.getAttribute('data-shape')).toBe('drawer')
    expect(table.calls[0]?.input['pageSize']).toBe(100_000)
  })
})
