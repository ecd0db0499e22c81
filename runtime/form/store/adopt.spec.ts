import { describe, expect, it } from 'vitest'
import { testCatalogue, testHost } from '../../../tests/fixtures/form-kit'
import { openModel } from '../../design/document'
import { History } from '../../design/history'
import { compileFormData } from '../formdata/decode'
import type { FormPlan } from '../plan'
import { createFormStore } from './store'

const field = (formId: number, __vModel__: string, config = {}, members = {}) => ({
  __config__: { jnpfKey: 'input', label: __vModel__, formId, ...config },
  ...members,
  __vModel__,
})
const number = (formId: number, name: string) => field(formId, name, { jnpfKey: 'inputNumber' })

function opened(fields: readonly unknown[]) {
  const history = new History(openModel({ formData: JSON.stringify({ fields }) }))
  const compile = (before?: FormPlan) =>
    compileFormData(history.document.tree.formData as object, {
      id: 'm',
      catalogue: testCatalogue,
      design: { before },
    })
  const store = createFormStore(compile(), testHost())
  return { history, store, adopt: () => store.adopt(compile(store.plan)) }
}

const set = (node: number, path: readonly string[], value?: unknown) =>
  ({ do: 'set', what: { part: 'formData', node, path }, ...(value !== undefined && { value }) }) as const
const remove = (node: number) => ({ do: 'remove', what: { part: 'formData', node, path: [] } }) as const

describe('a form that takes another plan', () => {
  const TABLE = {
    __config__: { jnpfKey: 'table', formId: 4, children: [number(5, 'price')] },
    __vModel__: 'items',
  }

  it('keeps the cells of fields that are the same, untold, and their values', () => {
    const { history, store, adopt } = opened([field(1, 'a'), field(2, 'b'), TABLE])
    store.set('a', 'kept')
    store.table('items').insert([{ price: 3 }])
    const [a, b, table] = [store.cell('a'), store.cell('b'), store.table('items')]
    store.flush()
    const state = a.state
    let told = 0
    a.subscribe(() => {
      told += 1
    })
    let toldOther = 0
    b.subscribe(() => {
      toldOther += 1
    })
    history.run(set(2, ['__config__', 'label'], 'B'))
    adopt()
    expect(toldOther).toBe(1)
    expect(store.cell('a')).toBe(a)
    expect(a.state).toBe(state)
    expect(told).toBe(0)
    expect(store.cell('b')).toBe(b)
    expect(store.plan.fields.get('b')?.label).toBe('B')
    expect(store.table('items')).toBe(table)
    expect(store.get('items')).toEqual([{ price: 3 }])
  })

  it('shows in the same cell what has become of a field', () => {
    const { history, store, adopt } = opened([field(1, 'a'), field(2, 'b', { defaultValue: 'old' })])
    store.set('a', 'typed')
    const [a, b] = [store.cell('a'), store.cell('b')]
    history.run(set(1, ['__config__', 'required'], true))
    history.run(set(2, ['__config__', 'defaultValue'], 'new'))
    adopt()
    expect(a.state).toMatchObject({ value: 'typed', required: true })
    expect(b.state).toMatchObject({ value: 'new' })
    history.run(set(1, ['__config__', 'jnpfKey'], 'inputNumber'))
    adopt()
    expect(store.cell('a').state.value).toBeNull()
  })

  it('has fields that are new, and none that are gone', () => {
    const { history, store, adopt } = opened([field(1, 'a'), field(2, 'b', { required: true }), TABLE])
    store.cell('b')
    store.validate()
    expect(store.status.errors).toBe(1)
    history.run(remove(2))
    history.run(remove(4))
    history.run({
      do: 'insert',
      into: { part: 'formData', path: ['fields'] },
      at: 0,
      value: field(9, 'c', { defaultValue: 'x' }),
    })
    adopt()
    expect(store.collect()).toEqual({ c: 'x', a: null })
    expect(() => store.cell('b')).toThrow(RangeError)
    expect(() => store.table('items')).toThrow(RangeError)
    expect(store.status.errors).toBe(0)
    history.undo()
    history.undo()
    adopt()
    expect(store.table('items').state.ids).toEqual([])
  })

  it('keeps rows where the columns are others', () => {
    const { history, store, adopt } = opened([TABLE])
    store.table('items').insert([{ price: 3 }, { price: 4 }])
    const into = { part: 'formData', node: 4, path: ['__config__', 'children'] } as const
    history.run({ do: 'insert', into, at: 0, value: field(6, 'name') })
    adopt()
    expect(store.get('items')).toEqual([
      { name: null, price: 3 },
      { name: null, price: 4 },
    ])
    store.table('items').insert([{ name: 'x' }])
    store.flush()
    expect(store.table('items').state.ids).toHaveLength(3)
  })

  it('calculates by the rules there are now', () => {
    const sum = (name: string) => ({
      __config__: { jnpfKey: 'calculate', formId: 3, label: 's' },
      isStorage: 1,
      precision: 2,
      expression: [{ __vModel__: name }],
      __vModel__: 's',
    })
    const { history, store, adopt } = opened([number(1, 'x'), number(2, 'y'), sum('x')])
    store.set('x', 1)
    store.set('y', 2)
    store.flush()
    expect(store.get('s')).toBe(1)
    history.run(set(3, ['expression'], [{ __vModel__: 'y' }]))
    adopt()
    expect(store.get('s')).toBe(2)
    store.set('y', 5)
    store.flush()
    expect(store.get('s')).toBe(5)
  })
})
