import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type OpenTable, openTable, type TableDocument } from './specs/open-table'
import { active, at, cell, goTo, value } from './specs/reach'

let opened: OpenTable | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

async function open(document_: TableDocument, rows: readonly Record<string, unknown>[], outside = {}) {
  opened = openTable(document_, rows, { outside })
  const table = opened
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  return table
}

const day = (text: string) => new Date(`${text}T00:00:00`).getTime()
const error = (row: number, column: number) => at(row, column).dataset['error']

describe('a cell', () => {
  it.each([[null], [undefined], [''], [[]]])('that is required is wrong while it holds %o', async (empty) => {
    const columns = [
      { name: 'name', widget: 'input', label: '名称', required: true },
      { name: 'tags', widget: 'select', label: '标签', multiple: true, required: true, options: ['a', 'b'] },
    ]
    const table = await open({ columns }, [{ name: empty, tags: empty }])
    expect(table.store.validate()).toEqual([
      { path: 'items.0.name', message: '不能为空' },
      { path: 'items.0.tags', message: '不能为空' },
    ])
    await expect.poll(() => [error(0, 0), error(0, 1)]).toEqual(['不能为空', '不能为空'])
  })

  it('is held against each pattern in turn, with its own message, and only when it is filled', async () => {
    const patterns = [
      { pattern: '^[A-Z]', message: '须以大写字母开头' },
      { pattern: '\\d$', message: '须以数字结尾' },
    ]
    const columns = [{ name: 'code', widget: 'input', label: '编码', patterns }]
    const table = await open({ columns }, [{ code: 'x' }, { code: 'X' }, { code: 'X1' }, { code: '' }])
    expect(table.store.validate()).toEqual([
      { path: 'items.0.code', message: '须以大写字母开头' },
      { path: 'items.1.code', message: '须以数字结尾' },
    ])
    await goTo(0, 0)
    await userEvent.keyboard('A9{Enter}')
    await expect.poll(() => error(0, 0)).toBeUndefined()
  })

  it('is the first one shown wherever it is, when the form cannot be saved', async () => {
    const columns = [
      { name: 'name', widget: 'input', label: '名称' },
      { name: 'amount', widget: 'number-input', label: '数量', required: true },
    ]
    const rows = Array.from({ length: 300 }, (_, row) => ({ name: `${row}`, amount: row === 250 ? null : 1 }))
    const table = await open({ columns }, rows)
    expect(table.store.validate()).toEqual([{ path: 'items.250.amount', message: '不能为空' }])
    document.getElementById('items')?.focus()
    await expect.poll(() => active()).toEqual([250, 1])
    expect(error(250, 1)).toBe('不能为空')
  })
})

describe('rules of a row', () => {
  const columns = [
    { name: 'kind', widget: 'input', label: '类型' },
    { name: 'price', widget: 'number-input', label: '单价', disabled: "kind == 'gift'" },
    { name: 'note', widget: 'input', label: '说明', visible: "kind == 'gift'", required: "kind == 'gift'" },
    { name: 'double', widget: 'number-input', label: '两倍', formula: 'price * 2' },
  ]

  it('touch their row alone', async () => {
    const table = await open({ columns }, [
      { kind: 'gift', price: 1 },
      { kind: 'sale', price: 2 },
    ])
    expect(at(0, 1).getAttribute('aria-readonly')).toBe('true')
    expect(at(1, 1).getAttribute('aria-readonly')).toBe('false')
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.0.note'])
    let drawn = 0
    const other = table.table.cell(table.table.state.ids[0] ?? '', 'double')
    other.subscribe(() => {
      drawn += 1
    })
    await goTo(1, 1)
    await userEvent.keyboard('5{Enter}')
    expect([value(table, 1, 'double'), drawn]).toEqual([10, 0])
    await goTo(0, 1)
    await userEvent.keyboard('9{Enter}')
    expect(value(table, 0, 'price')).toBe(1)
    await goTo(1, 0)
    await userEvent.keyboard('gift{Enter}')
    await expect.poll(() => at(1, 1).getAttribute('aria-readonly')).toBe('true')
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.0.note', 'items.1.note'])
  })

  it('bound a date by another column of the same row', async () => {
    const dates = [
      { name: 'from', widget: 'date-picker', label: '开始', format: 'yyyy-MM-dd' },
      {
        name: 'to',
        widget: 'date-picker',
        label: '结束',
        format: 'yyyy-MM-dd',
        start: { kind: 'field', field: 'items.from' },
      },
    ]
    const table = await open({ columns: dates }, [
      { from: day('2026-03-10'), to: day('2026-03-01') },
      { from: day('2026-01-01'), to: day('2026-03-01') },
    ])
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.0.to'])
    await expect.poll(() => error(0, 1)).toBeTruthy()
    await goTo(0, 0)
    await userEvent.keyboard('2026-02-01{Enter}')
    expect(value(table, 0, 'from')).toBe(day('2026-02-01'))
    await expect.poll(() => error(0, 1)).toBeUndefined()
  })

  it('fetch choices for the row and empty a choice whose parameter changes', async () => {
    const requested: unknown[] = []
    const call = async (_name: string, input: Readonly<Record<string, unknown>> = {}) => {
      const [param] = input['paramList'] as { defaultValue: string }[]
      requested.push(param?.defaultValue)
      return { data: [{ id: `${param?.defaultValue}1`, fullName: `${param?.defaultValue}一号` }], msg: '' }
    }
    const dependent = [
      { name: 'kind', widget: 'input', label: '类型' },
      {
        name: 'part',
        widget: 'select',
        label: '配件',
        options: {
          interface: 'parts',
          params: [{ field: 'kind', defaultValue: '', relationField: 'items.kind' }],
        },
      },
    ]
    const rows = [
      { kind: '泵', part: '泵1' },
      { kind: '阀', part: '阀1' },
    ]
    const table = await open({ columns: dependent }, rows, { call })
    await expect.poll(() => [at(0, 1).textContent, at(1, 1).textContent]).toEqual(['泵一号', '阀一号'])
    await goTo(0, 0)
    await userEvent.keyboard('管{Enter}')
    await expect.poll(() => value(table, 0, 'part')).toBe('')
    expect(value(table, 1, 'part')).toBe('阀1')
    await expect.poll(() => requested).toEqual(['泵', '阀', '管'])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect([value(table, 0, 'kind'), value(table, 0, 'part')]).toEqual(['泵', '泵1'])
  })
})
