import { compileForm, createFormStore } from '@runtime/form'
import { createCatalogue } from '@runtime/widget/definition'
import { testHost } from '@tests/fixtures/form-kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { definition as input } from '../input/definition'
import { definition as number } from '../number-input/definition'
import { definition as table } from '../sub-table/definition'
import { definition } from './definition'

const catalogue = createCatalogue({ calculate: definition, number, input, table })
const FIELDS = [
  { name: 'price', widget: 'number-input' },
  { name: 'quantity', widget: 'number-input' },
  { name: 'kind', widget: 'input' },
  { name: 'total', widget: 'calculate', formula: 'price * quantity', precision: 2 },
  {
    name: 'rows',
    widget: 'sub-table',
    columns: [
      { name: 'hours', widget: 'number-input', required: true },
      { name: 'cost', widget: 'calculate', formula: 'hours * 3', precision: 0 },
    ],
  },
  { name: 'costs', widget: 'calculate', formula: 'SUM(rows.cost)', precision: 0 },
  { name: 'reason', widget: 'input', visible: "total > 100 and kind != 'free'" },
]

function open() {
  const store = createFormStore(compileForm({ fields: FIELDS }, { id: 'f', catalogue }), testHost())
  store.load({ price: 2, quantity: 3 }, 'existing')
  return store
}

/** As a person types: each change is followed by its microtask. */
async function type(store: ReturnType<typeof open>, path: string, value: unknown) {
  store.set(path, value)
  await Promise.resolve()
}

describe('a calculated field', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is computed when nothing has changed for 100 ms', async () => {
    const store = open()
    expect(store.get('total')).toBe(6)
    await type(store, 'price', 4)
    vi.advanceTimersByTime(99)
    expect(store.get('total')).toBe(6)
    await type(store, 'price', 45)
    vi.advanceTimersByTime(99)
    expect(store.get('total')).toBe(6)
    vi.advanceTimersByTime(1)
    expect(store.get('total')).toBe(135)
  })

  it('goes through rows, their sum and what depends on it in one go', async () => {
    const store = open()
    const rows = store.table('rows')
    const [first = ''] = rows.insert([{ hours: 1 }, { hours: 2 }])
    await Promise.resolve()
    vi.advanceTimersByTime(100)
    expect(store.get('costs')).toBe(9)
    rows.set(first, 'hours', 5)
    await Promise.resolve()
    expect([rows.get(first, 'cost'), store.get('costs')]).toEqual([3, 9])
    vi.advanceTimersByTime(100)
    expect([rows.get(first, 'cost'), store.get('costs')]).toEqual([15, 21])
  })

  it('is computed at once when its field or cell is left', async () => {
    const store = open()
    await type(store, 'price', 10)
    store.touch('price')
    expect(store.get('total')).toBe(30)
    const rows = store.table('rows')
    const [row = ''] = rows.insert([{}])
    rows.set(row, 'hours', 2)
    rows.touch(row, 'hours')
    expect(store.get('costs')).toBe(6)
  })

  it('is never sent or judged with an old result', async () => {
    const store = open()
    await type(store, 'price', 50)
    expect(store.collect()).toMatchObject({ price: 50, total: 150 })
    await type(store, 'price', 5)
    store.validate()
    expect(store.get('total')).toBe(15)
    await type(store, 'quantity', 7)
    store.flush()
    expect(store.get('total')).toBe(35)
  })

  it('is computed before another rule reads it', async () => {
    const store = open()
    await type(store, 'price', 60)
    expect(store.cell('reason').state.visible).toBe(false)
    await type(store, 'kind', 'paid')
    expect(store.get('total')).toBe(180)
    expect(store.cell('reason').state.visible).toBe(true)
  })

  it('follows an undo at once', async () => {
    const store = open()
    const rows = store.table('rows')
    const [row = ''] = rows.insert([{ hours: 1 }])
    rows.set(row, 'hours', 8)
    store.flush()
    rows.undo()
    await Promise.resolve()
    expect([rows.get(row, 'cost'), store.get('costs')]).toEqual([3, 3])
  })

  it('of a form that was closed is computed no more', async () => {
    const store = open()
    await type(store, 'price', 9)
    store.dispose()
    vi.advanceTimersByTime(1000)
    expect(store.get('total')).toBe(6)
    expect(vi.getTimerCount()).toBe(0)
  })
})
