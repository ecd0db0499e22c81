import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { choiceIndex, offeredFor } from '../../widget/choice'
import type { Option } from '../../widget/definition'
import { compileForm, createFormStore } from '../index'

const open = (fields: unknown[], host = testHost(), record: Record<string, unknown> = {}) => {
  const store = createFormStore(compileForm({ fields }, { id: 'f', catalogue }), host)
  store.load(record, 'new')
  return store
}
const ORDER = [
  { name: 'total', widget: 'calculate', formula: 'SUM(items.amount)', precision: 2 },
  {
    name: 'items',
    widget: 'sub-table',
    summaryField: ['quantity', 'amount'],
    columns: [
      { name: 'price', widget: 'number' },
      { name: 'quantity', widget: 'number', required: true, min: 0 },
      { name: 'amount', widget: 'calculate', formula: 'price * quantity', precision: 2 },
      { name: 'note', widget: 'input', visible: 'amount > 100', required: 'amount > 100' },
    ],
  },
]

describe('a field', () => {
  it('keeps the same cell, and writes only what changed', async () => {
    const store = open([
      { name: 'a', widget: 'number' },
      { name: 'b', widget: 'number' },
      { name: 'sum', widget: 'calculate', formula: 'a + 1', precision: 0 },
    ])
    const cell = store.cell('sum')
    let writes = 0
    store.cell('b').subscribe(() => writes++)
    store.set('a', 2)
    expect(store.get('sum')).toBe(1)
    await Promise.resolve()
    expect(store.cell('sum')).toBe(cell)
    expect(cell.state.value).toBe(3)
    expect(writes).toBe(0)
  })

  it('runs a rule once for many changes', () => {
    const store = open([
      { name: 'a', widget: 'number' },
      { name: 'b', widget: 'number' },
      { name: 'sum', widget: 'calculate', formula: 'a + b', precision: 0 },
    ])
    let writes = 0
    store.cell('sum').subscribe(() => writes++)
    store.set('a', 1)
    store.set('b', 2)
    store.flush()
    expect([store.get('sum'), writes]).toEqual([3, 1])
  })

  it('is silent until it is left, then speaks at every key', () => {
    const store = open([{ name: 'a', widget: 'input', label: '名称', required: true, maxLength: 3 }])
    const cell = store.cell('a')
    store.set('a', 'abcd')
    store.flush()
    expect(cell.state.error).toBeNull()
    store.touch('a')
    expect(cell.state.error).toBe('名称不能超过3个字符')
    store.set('a', '')
    expect(cell.state.error).toBe('名称不能为空')
    store.set('a', 'abc')
    expect([cell.state.error, store.status.errors]).toEqual([null, 0])
  })

  it('judges again when a value changes that its check looks at', () => {
    const store = open([
      { name: 'start', widget: 'date-picker' },
      { name: 'end', widget: 'date-picker', after: 'start' },
    ])
    store.set('end', 5)
    store.touch('end')
    store.set('start', 9)
    store.flush()
    expect(store.cell('end').state.error).toBe('too early')
    store.set('start', 1)
    store.flush()
    expect(store.cell('end').state.error).toBeNull()
  })

  it('hidden by a rule reads as null, is not judged, not sent, and comes back as it was', () => {
    const store = open([
      { name: 'on', widget: 'number' },
      { name: 'x', widget: 'number', visible: 'on == 1', required: true },
      { name: 'twice', widget: 'calculate', formula: 'x * 2', precision: 0 },
    ])
    store.set('on', 1)
    store.set('x', 4)
    expect(store.collect()).toEqual({ on: 1, x: 4, twice: 8 })
    store.set('on', 0)
    expect(store.validate()).toEqual([])
    expect(store.collect()).toEqual({ on: 0, twice: 0 })
    store.set('on', 1)
    expect(store.collect()).toEqual({ on: 1, x: 4, twice: 8 })
  })

  it('hides a container with all that is in it', () => {
    const store = open([
      { name: 'on', widget: 'number' },
      { widget: 'card', visible: 'on == 1', fields: [{ name: 'x', widget: 'input', required: true }] },
    ])
    const card = store.plan.nodes[1]
    const state = store.node(card?.id ?? '')
    expect([state.visible, store.cell('x').state.visible]).toEqual([false, false])
    store.set('on', 1)
    store.flush()
    expect([state.visible, store.cell('x').state.visible]).toEqual([true, true])
  })

  it('cannot be set by a person when it is computed', () => {
    const store = open([{ name: 'a', widget: 'calculate', formula: '1 + 1', precision: 0 }])
    store.set('a', 5)
    store.flush()
    expect(store.get('a')).toBe(2)
  })

  it("finds all errors in drawing order, and shows the server's", () => {
    const store = open([
      { name: 'a', widget: 'input', label: '甲', required: true },
      { name: 'kind', widget: 'select', label: '类别', multiple: true, required: true },
      ...ORDER,
    ])
    store.table('items').insert([{ price: 1 }])
    expect(store.validate()).toEqual([
      { path: 'a', message: '甲不能为空' },
      { path: 'kind', message: '请至少选择一个类别' },
      { path: 'items.0.quantity', message: '不能为空' },
    ])
    expect(store.status.errors).toBe(3)
    const rest = store.showErrors([
      { path: 'a', message: '已存在' },
      { path: 'items.0.price', message: '太贵' },
      { path: 'nowhere', message: '?' },
    ])
    expect(rest).toEqual([{ path: 'nowhere', message: '?' }])
    const [row = ''] = store.table('items').state.ids
    expect([store.cell('a').state.error, store.table('items').cell(row, 'price').state.error]).toEqual([
      '已存在',
      '太贵',
    ])
    store.set('a', 'x')
    expect(store.cell('a').state.error).toBeNull()
  })

  it('calls a field by its label where the server names it otherwise', () => {
    const store = open([
      { name: 'a', widget: 'input', label: '甲' },
      { name: 'b', widget: 'input' },
      { name: 'rows', widget: 'sub-table', columns: [{ name: 'n', widget: 'input', label: '数' }] },
    ])
    store.table('rows').insert([{ n: 'x' }])
    store.flush()
    const found = (path: string) => ({ path, message: '输入应为整数', sentence: '{name}应为整数' })
    expect(store.showErrors([found('a'), found('b'), found('rows.0.n')])).toEqual([])
    const [row = ''] = store.table('rows').state.ids
    const shown = [store.cell('a'), store.cell('b'), store.table('rows').cell(row, 'n')]
    expect(shown.map(({ state }) => state.error)).toEqual(['甲应为整数', '输入应为整数', '数应为整数'])
  })

  it('sends back what the record had besides its fields', () => {
    const store = open([{ name: 'a', widget: 'input' }], testHost(), { id: '7', a: 'x' })
    expect(store.collect()).toEqual({ id: '7', a: 'x' })
  })

  it('counts typed changes since load or save', () => {
    const store = open([{ name: 'a', widget: 'input', default: 'x' }])
    expect(store.status).toMatchObject({ dirty: false, changes: 0 })
    store.set('a', 'y')
    store.set('a', 'z')
    expect(store.status).toMatchObject({ dirty: true, changes: 2 })
    store.markSaved()
    expect(store.status).toMatchObject({ dirty: false, changes: 0 })
  })

  it('runs again what reads a name from outside', () => {
    const page = { limit: 1 }
    const plan = compileForm(
      { fields: [{ name: 'a', widget: 'calculate', formula: 'page.limit * 2', precision: 0 }] },
      { id: 'f', catalogue },
    )
    const store = createFormStore(plan, testHost(), {
      scope: { get: (name) => (name === 'page' ? page : undefined) },
    })
    expect(store.get('a')).toBe(2)
    page.limit = 4
    store.refresh(['page'])
    store.flush()
    expect(store.get('a')).toBe(8)
  })

  it('tells listeners which paths changed, once a flush', () => {
    const store = open(ORDER)
    const heard: string[][] = []
    const stop = store.onChange((paths) => heard.push([...paths].sort()))
    const [row = ''] = store.table('items').insert([{ price: 2, quantity: 3 }])
    store.flush()
    store.table('items').set(row, 'price', 4)
    store.flush()
    stop()
    store.table('items').set(row, 'price', 5)
    store.flush()
    expect(heard[1]).toEqual(['items', 'items.amount', 'items.price', 'total'])
    expect(heard).toHaveLength(2)
  })
})

const toNames = ({ label, children = [] }: Option): unknown =>
  children.length === 0 ? label : [label, ...children.map(toNames)]

describe('choices', () => {
  const dictionary = (name: string) => ({
    name,
    widget: 'select',
    source: { kind: 'dictionary', type: 'd1', value: 'id' },
  })

  it('are asked for once by fields that ask the same', async () => {
    const host = testHost({ 'dictionaryData.options': () => ({ list: [{ id: '1', fullName: '甲' }] }) })
    const store = open([dictionary('a'), dictionary('b')], host)
    expect(store.cell('a').state.optionsState).toBe('loading')
    store.cell('b')
    await expect.poll(() => store.cell('b').state.optionsState).toBe('ready')
    expect(store.cell('a').state.options).toMatchObject([{ value: '1', label: '甲' }])
    expect(host.calls).toEqual([{ name: 'dictionaryData.options', input: { id: 'd1' } }])
  })

  it('that are withdrawn name what is kept, and are offered where it is kept alone', async () => {
    const item = (id: string, parentId: string) => ({ id, parentId, fullName: `名${id}`, children: [] })
    const host = testHost({
      'dictionaryData.options': () => ({
        list: [item('1', '0'), item('2', '0')],
        withdrawn: [item('3', '1'), item('4', '3'), item('5', '0')],
      }),
    })
    const store = open([dictionary('a')], host)
    store.cell('a')
    await expect.poll(() => store.cell('a').state.optionsState).toBe('ready')
    const options = store.cell('a').state.options ?? []
    expect(choiceIndex(options, { language: 'zh', text: String }).label('4')).toBe('名4')
    const offered = (value: unknown) => JSON.stringify(offeredFor(options, value).map(toNames))
    expect(offered(null)).toBe('["名1","名2"]')
    expect(offered('5')).toBe('["名1","名2","名5"]')
    expect(offered(['1', '3', '4'])).toBe('[["名1",["名3","名4"]],"名2"]')
    expect(offeredFor(options, '5')).toBe(offeredFor(options, '5'))
  })

  it('that cannot be fetched say so and are asked for again', async () => {
    let broken = true
    const host = testHost({
      'dictionaryData.options': () => {
        if (broken) throw new Error('down')
        return []
      },
    })
    const store = open([dictionary('a')], host)
    store.cell('a')
    await expect.poll(() => store.cell('a').state.optionsState).toBe('failed')
    broken = false
    await store.reloadOptions('a')
    expect(store.cell('a').state.optionsState).toBe('ready')
  })

  const LINKED = [
    { name: 'kind', widget: 'select' },
    {
      name: 'item',
      widget: 'select',
      source: {
        kind: 'interface',
        id: 'i1',
        params: [{ field: 'kind', defaultValue: '', relationField: 'kind' }],
        value: 'id',
        label: 'fullName',
        children: 'children',
      },
    },
  ]

  it('are fetched anew and the chosen one emptied when a parameter changes, but not on load', async () => {
    const host = testHost({ 'dataInterface.preview': () => [] })
    const store = open(LINKED, host, { kind: 'a', item: 'x' })
    store.cell('item')
    expect(store.get('item')).toBe('x')
    store.set('kind', 'b')
    store.flush()
    expect(store.get('item')).toBe('')
    await expect.poll(() => store.cell('item').state.optionsState).toBe('ready')
    expect(host.calls.map(({ input }) => input)).toEqual(
      ['a', 'b'].map((kind) => ({
        id: 'i1',
        paramList: [{ field: 'kind', defaultValue: kind, relationField: 'kind' }],
      })),
    )
  })

  it('of a row follow the row, and one undo takes back both', () => {
    const store = open(
      [{ name: 'items', widget: 'sub-table', columns: LINKED }],
      testHost({ 'dataInterface.preview': () => [] }),
    )
    const table = store.table('items')
    const [first = '', second = ''] = table.insert([
      { kind: 'a', item: 'x' },
      { kind: 'a', item: 'y' },
    ])
    store.flush()
    table.set(first, 'kind', 'b')
    store.flush()
    expect([table.get(first, 'item'), table.get(second, 'item')]).toEqual(['', 'y'])
    table.undo()
    store.flush()
    expect(table.row(first)).toEqual({ kind: 'a', item: 'x' })
  })
})

describe('a sub-table', () => {
  const filled = () => {
    const store = open(ORDER)
    const table = store.table('items')
    const ids = table.insert([
      { price: 0.1, quantity: 1 },
      { price: 0.2, quantity: 1 },
    ])
    store.flush()
    return { store, table, ids, first: ids[0] ?? '', second: ids[1] ?? '' }
  }

  it('computes a row, then the form, to the decimal', () => {
    const { store, table, first } = filled()
    expect([store.get('total'), table.summary]).toEqual([0.3, { quantity: 2, amount: 0.3 }])
    table.set(first, 'quantity', 3)
    store.flush()
    expect([table.get(first, 'amount'), store.get('total'), table.summary['amount']]).toEqual([0.3, 0.5, 0.5])
  })

  it('decides the states of one row by that row', () => {
    const { store, table, first, second } = filled()
    const cells = [table.cell(first, 'note'), table.cell(second, 'note')]
    table.set(first, 'price', 1000)
    store.flush()
    expect(cells.map(({ state }) => [state.visible, state.required])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(table.errors()).toEqual([{ rowId: first, column: 'note', message: '不能为空' }])
  })

  it('undoes and redoes each change as one step', () => {
    const { store, table, first, second } = filled()
    table.setMany([
      { rowId: first, column: 'price', value: 5 },
      { rowId: second, column: 'price', value: 6 },
    ])
    table.remove([first])
    table.batch(() => {
      table.insert([{ price: 1, quantity: 1 }])
      table.set(second, 'price', 7)
    })
    store.flush()
    expect(table.state).toMatchObject({ canUndo: true, canRedo: false })
    const prices = () => table.state.ids.map((id) => table.get(id, 'price'))
    const seen = [prices()]
    for (let i = 0; i < 3; i++) {
      table.undo()
      store.flush()
      seen.push(prices())
    }
    expect(seen).toEqual([[7, 1], [6], [5, 6], [0.1, 0.2]])
    expect(store.get('total')).toBe(0.3)
    for (let i = 0; i < 3; i++) table.redo()
    store.flush()
    expect([prices(), store.get('total')]).toEqual([[7, 1], 8])
  })

  it('moves a row and keeps the others in order', () => {
    const { store, table, first, second } = filled()
    const [third = ''] = table.insert([{}])
    table.move(first, 2)
    store.flush()
    expect(table.state.ids).toEqual([second, third, first])
  })

  it('keeps what a paste could not read until the cell changes', () => {
    const { store, table, first } = filled()
    table.setMany([{ rowId: first, column: 'price', value: 'abc', error: '不是数字' }])
    store.flush()
    expect(table.cell(first, 'price').state).toMatchObject({ value: 'abc', error: '不是数字' })
    expect(store.validate()).toEqual([{ path: 'items.0.price', message: '不是数字' }])
    table.set(first, 'price', 1)
    store.flush()
    expect([table.cell(first, 'price').state.error, store.validate()]).toEqual([null, []])
  })

  it('keeps an error of a cell that is not on the screen for when it is', () => {
    const { store, table, first } = filled()
    table.set(first, 'quantity', null)
    store.validate()
    expect(table.cell(first, 'quantity').state).toMatchObject({ touched: true, error: '不能为空' })
  })

  it('aggregates nothing of a hidden table', () => {
    const store = open([
      { name: 'on', widget: 'number', default: 1 },
      { ...ORDER[0] },
      { ...ORDER[1], visible: 'on == 1' },
    ])
    store.table('items').insert([{ price: 2, quantity: 2 }])
    store.flush()
    expect(store.get('total')).toBe(4)
    store.set('on', 0)
    expect(store.collect()).toEqual({ on: 0, total: 0 })
  })

  it('looks over all rows where a rule of a row asks for the whole column', () => {
    const store = open([
      {
        name: 'items',
        widget: 'sub-table',
        columns: [
          { name: 'amount', widget: 'number' },
          { name: 'share', widget: 'calculate', formula: 'amount / SUM(items.amount)', precision: 2 },
        ],
      },
    ])
    const table = store.table('items')
    const [first = '', second = ''] = table.insert([{ amount: 1 }, { amount: 3 }])
    store.flush()
    expect([table.get(first, 'share'), table.get(second, 'share')]).toEqual([0.25, 0.75])
    table.set(second, 'amount', 1)
    store.flush()
    expect([table.get(first, 'share'), table.get(second, 'share')]).toEqual([0.5, 0.5])
  })
})
