import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { compileForm, createFormStore } from '../index'
import { explainField, hiddenFields } from './index'

const FIELDS = [
  { name: 'price', widget: 'number', label: '单价', required: true },
  { name: 'quantity', widget: 'number' },
  { name: 'total', widget: 'calculate', formula: 'price * quantity', precision: 2 },
  {
    name: 'reason',
    widget: 'input',
    visible: 'total > 100',
    required: 'price > 5',
    disabled: 'quantity > 9',
  },
  { name: 'closed', widget: 'input', disabled: true },
  { name: 'never', widget: 'input', visible: false },
  { name: 'checked', widget: 'number', valid: 'checked < price', message: '太大' },
]
const open = (record: Record<string, unknown> = {}, fields: unknown[] = FIELDS) => {
  const store = createFormStore(compileForm({ fields }, { id: 'f', catalogue }), testHost())
  store.load(record, 'new')
  store.flush()
  return store
}
const explain = (store: ReturnType<typeof open>, path: string) =>
  explainField(store.plan, store.inspect(), path)

describe('why a field is as it is', () => {
  it('is said by the rule that decided it, with each name as it is now', () => {
    const store = open({ price: 6, quantity: 2 })
    expect(explain(store, 'reason')).toMatchObject([
      {
        aspect: 'hidden',
        cause: 'rule',
        expression: 'total > 100',
        names: [{ path: 'total', value: 12 }],
        result: false,
      },
      { aspect: 'required', cause: 'rule', names: [{ path: 'price', value: 6 }] },
    ])
    store.set('quantity', 20)
    store.flush()
    expect(explain(store, 'reason')).toMatchObject([
      { aspect: 'required' },
      { aspect: 'disabled', expression: 'quantity > 9', names: [{ path: 'quantity', value: 20 }] },
    ])
  })

  it('is said of what the document says always, of what is computed, refused, and decided by a script', () => {
    const store = open({ price: 6, checked: 7 })
    expect(explain(store, 'price')).toMatchObject([{ aspect: 'required', cause: 'document' }])
    expect(explain(store, 'closed')).toMatchObject([{ aspect: 'disabled', cause: 'document' }])
    expect(explain(store, 'never')).toMatchObject([{ aspect: 'hidden', cause: 'document' }])
    expect(explain(store, 'total')).toMatchObject([
      { aspect: 'computed', cause: 'rule', names: [{ path: 'price' }, { path: 'quantity' }] },
    ])
    expect(explain(store, 'checked')).toMatchObject([
      { aspect: 'refused', cause: 'rule', expression: 'checked < price' },
    ])
    store.setState('quantity', 'disabled', true)
    expect(explain(store, 'quantity')).toMatchObject([{ aspect: 'disabled', cause: 'script' }])
    expect(explain(store, 'none')).toEqual([])
  })

  it('names the fields that are not to be seen, but none that the person may not know of', () => {
    const names = (store: ReturnType<typeof open>) =>
      hiddenFields(store.plan, store.inspect()).map(({ path }) => path)
    expect(names(open({ price: 60, quantity: 2 }))).toEqual(['never'])
    const permissions = {
      form: (path: string) => path !== 'price',
      fill: (path: string) => path === 'quantity',
    }
    const plan = compileForm({ fields: FIELDS }, { id: 'f', catalogue })
    const store = createFormStore(plan, testHost(), { permissions })
    store.load({ price: 6, quantity: 1 }, 'existing')
    store.flush()
    expect(names(store)).toEqual(['reason', 'never'])
    expect(explain(store, 'total').filter(({ aspect }) => aspect === 'disabled')).toEqual([
      { aspect: 'disabled', cause: 'right' },
    ])
    const told = JSON.stringify(
      explain(store, 'total').flatMap(({ names: read }) => (read ? [read.map(({ value }) => value)] : [])),
    )
    expect(told).toBe('[["••••••",1]]')
  })

  it('is said of a cell by the values of its own row, and by what closes the whole table', () => {
    const columns = [
      { name: 'price', widget: 'number', label: '单价' },
      { name: 'reason', widget: 'input', visible: 'price > 5', required: 'price > limit' },
    ]
    const store = open({ limit: 7, items: [{ price: 6 }, { price: 9 }, { price: 1 }] }, [
      { name: 'limit', widget: 'number', label: '上限' },
      { name: 'items', widget: 'sub-table', columns, disabled: 'limit > 100' },
    ])
    const ids = store.table('items').state.ids
    const why = (at: number) =>
      explainField(store.plan, store.inspect({ table: 'items', rowId: ids[at] ?? '' }), 'items.reason')
    expect(why(0)).toEqual([])
    expect(why(1)).toMatchObject([
      {
        aspect: 'required',
        names: [
          { path: 'price', value: 9, field: { label: '单价' } },
          { path: 'limit', value: 7, field: { label: '上限' } },
        ],
      },
    ])
    expect(why(2)).toMatchObject([{ aspect: 'hidden', expression: 'price > 5', names: [{ value: 1 }] }])
    store.set('limit', 101)
    store.flush()
    expect(why(1)).toMatchObject([{ aspect: 'disabled', expression: 'limit > 100' }])
    expect(explainField(store.plan, store.inspect(), 'items.reason'), 'of no row').toEqual([])
  })

  it('always agrees with the form, whatever the values are', () => {
    // A generator of our own: the same values in every run.
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const store = open()
    for (let run = 0; run < 300; run++) {
      const path = ['price', 'quantity', 'checked'][next(3)] ?? 'price'
      store.set(path, next(4) === 0 ? null : next(40))
      if (next(10) === 0)
        store.setState(
          'reason',
          (['visible', 'required', 'disabled'] as const)[next(3)] ?? 'visible',
          next(2) === 0,
        )
      store.flush()
      for (const { name } of FIELDS) {
        const { state } = store.cell(name)
        const aspects = new Set(explain(store, name).map(({ aspect }) => aspect))
        expect([name, aspects.has('hidden')]).toEqual([name, !state.visible])
        expect([name, aspects.has('required')]).toEqual([name, state.required])
        const isClosed = aspects.has('disabled') || aspects.has('computed')
        expect([name, isClosed]).toEqual([name, state.disabled || state.readonly])
      }
    }
  })
})
