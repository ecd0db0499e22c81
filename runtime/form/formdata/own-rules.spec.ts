import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { catalogue as shipped } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { evaluateRecord } from '../evaluate/evaluate-record'
import { createFormStore } from '../index'
import { compileFormData } from './decode'

type Json = Readonly<Record<string, unknown>>

const field = (name: string, jnpfKey: string, rules?: unknown, more: Json = {}, config: Json = {}) => ({
  __config__: { jnpfKey, label: `标签${name}`, ...config },
  __vModel__: name,
  ...(rules !== undefined && { __loam__: rules }),
  ...more,
})
const number = (name: string, rules?: unknown) => field(name, 'inputNumber', rules)
const input = (name: string, rules?: unknown, more?: Json, config?: Json) =>
  field(name, 'input', rules, more, config)
const table = (name: string, children: readonly unknown[], rules?: unknown) =>
  field(name, 'table', rules, {}, { children })

const compile = (...fields: unknown[]) => compileFormData({ fields }, { id: 'm', catalogue })
const open = (...fields: unknown[]) => {
  const store = createFormStore(compile(...fields), testHost())
  store.load({}, 'new')
  return store
}
const evaluate = (fields: unknown[], record: Record<string, unknown>, stored?: Record<string, unknown>) =>
  evaluateRecord(compile(...fields), record, testHost(), { creating: !stored, ...(stored && { stored }) })
const lossesOf = (...fields: unknown[]) =>
  compile(...fields).losses.map(({ pointer, message, params }) => [pointer, message, params])

const ORDER = [
  table('items', [
    number('quantity'),
    number('price'),
    number('amount', { formula: 'quantity * price', readonly: 'true' }),
    input('note', { required: 'amount > 100', disabled: 'total > 10000' }),
  ]),
  number('total', { formula: 'SUM(items.amount)' }),
  input('reason', { visible: 'total > 10000', required: 'total > 10000' }),
]

describe('rules of a formData', () => {
  it('are worked out in rows, over rows and in the form', () => {
    const store = open(...ORDER)
    store.set('items', [
      { quantity: 3, price: 40 },
      { quantity: 1, price: 5 },
    ])
    store.flush()
    expect(store.get('total')).toBe(125)
    expect(store.cell('reason').state).toMatchObject({ visible: false })
    const [first = '', second = ''] = store.table('items').state.ids
    expect(store.table('items').cell(first, 'note').state).toMatchObject({ required: true, disabled: false })
    expect(store.table('items').cell(second, 'note').state.required).toBe(false)
    store.set('items', [{ quantity: 3000, price: 40 }])
    store.flush()
    expect(store.cell('reason').state).toMatchObject({ visible: true, required: true })
    expect(store.cell('total').state.readonly).toBe(true)
  })

  it('are the same on the server, which computes what a request lies about', () => {
    const items = [{ quantity: 3, price: 40, amount: 1 }]
    expect(evaluate(ORDER, { items, total: 1, reason: 'x' })).toMatchObject({
      record: { items: [{ quantity: 3, price: 40, amount: 120 }], total: 120, reason: null },
      errors: [{ path: 'items.0.note' }],
    })
    const many = [{ quantity: 3000, price: 40, note: 'n' }]
    expect(evaluate(ORDER, { items: many }).errors.map(({ path }) => path)).toEqual(['reason'])
  })

  it('round as their field says', () => {
    const formData = { fields: [field('n', 'calculate', { formula: '2 / 3' }, { precision: 2 })] }
    const plan = compileFormData(formData, { id: 'm', catalogue: shipped })
    expect(evaluateRecord(plan, {}, testHost(), { creating: true }).record['n']).toBe(0.67)
  })

  it('take the place of a calculation', () => {
    const tokens = { expression: [{ __vModel__: 'gone' }] }
    const plan = compile(number('a'), field('n', 'calculate', { formula: 'a + 1' }, tokens))
    expect(plan.rules.map(({ target, kind, reads }) => [target, kind, reads])).toEqual([
      ['n', 'value', ['a']],
    ])
    expect(plan.losses).toEqual([])
  })

  it('let a field be read only, and the server refuses what is changed then', () => {
    const fields = [number('a'), input('b', { readonly: 'a == 1' }), input('c', {}, { readonly: true })]
    const store = open(...fields)
    expect(store.cell('b').state.readonly).toBe(false)
    store.set('a', 1)
    store.flush()
    expect(store.cell('b').state).toMatchObject({ readonly: true, disabled: false })
    expect(store.cell('c').state.readonly).toBe(true)
    expect(evaluate(fields, { a: 1, b: 'y' }, { a: 1, b: 'x' }).errors.map(({ path }) => path)).toEqual(['b'])
    expect(evaluate(fields, { a: 2, b: 'y' }, { a: 1, b: 'x' }).errors).toEqual([])
  })

  it('show containers and panes with all that stands in them', () => {
    const pane = { title: 'P', name: '1', __config__: { jnpfKey: 'tabItem', children: [input('inner')] } }
    const tab = {
      __config__: { jnpfKey: 'tab', children: [{ ...pane, __loam__: { visible: 'a > 1' } }] },
    }
    const card = {
      __config__: {
        jnpfKey: 'card',
        children: [input('x', { visible: 'a != 7' }, {}, { required: true }), tab],
      },
      __loam__: { visible: 'a > 0' },
    }
    const store = open(number('a'), card)
    const shown = () => ['x', 'inner'].map((path) => store.cell(path).state.visible)
    expect(shown()).toEqual([false, false])
    store.set('a', 1)
    store.flush()
    expect(shown()).toEqual([true, false])
    store.set('a', 2)
    store.flush()
    expect(shown()).toEqual([true, true])
    store.set('a', 7)
    store.flush()
    expect(shown()).toEqual([false, true])
    expect(evaluate([number('a'), card], { a: 0, x: 'kept?' })).toMatchObject({
      record: { x: null },
      errors: [],
    })
  })

  it('never show what is never drawn: it keeps its value', () => {
    const hidden = input('h', { visible: 'a == 1' }, {}, { noShow: true, defaultValue: 'kept' })
    expect(compile(number('a'), hidden).rules).toEqual([])
    expect(evaluate([number('a'), hidden], { a: 1, h: 'sent' }).record['h']).toBe('kept')
  })

  it('are told of and left out where they are none', () => {
    expect(lossesOf(input('a', 5))).toEqual([['/fields/0/__loam__', '@form.loss.rules', {}]])
    expect(lossesOf(input('a', { visible: true, required: '', other: 1 }))).toEqual([
      ['/fields/0/__loam__/visible', '@form.loss.ruleText', {}],
    ])
    expect(lossesOf(table('t', [input('a')], { formula: '1' }))).toEqual([
      ['/fields/0/__loam__/formula', '@form.loss.ruleElsewhere', {}],
    ])
    const broken = compile(input('a', { visible: 'a >', formula: '(' }))
    expect(broken.losses.map(({ pointer }) => pointer)).toEqual([
      '/fields/0/__loam__/visible',
      '/fields/0/__loam__/formula',
    ])
    expect(broken.losses[0]?.message).toBe('@expression.operandExpectedAtEnd')
    expect(broken.rules).toEqual([])
    expect(broken.fields.get('a')?.computed).toBe(false)
  })

  it('are told of and left out where they name what is not there', () => {
    const card = {
      __config__: { jnpfKey: 'card', children: [input('x', { visible: 'total == 1' })] },
      __loam__: { visible: 'totl > 1' },
    }
    const plan = compile(number('total'), card, table('items', [input('a', { required: 'nowhere' })]))
    expect(plan.losses.map(({ pointer, message, params }) => [pointer, message, params])).toEqual([
      ['/fields/1/__loam__/visible', '@form.loss.ruleNameNear', { name: 'totl', nearest: 'total' }],
      ['/fields/2/__config__/children/0/__loam__/required', '@form.loss.ruleName', { name: 'nowhere' }],
    ])
    expect(plan.rules.map(({ target, expression }) => [target, expression?.source])).toEqual([
      ['x', 'total == 1'],
    ])
  })

  it('that go round in a circle are told of by their labels and left out, and others stay', () => {
    const plan = compile(
      number('p', { formula: 'q + 1' }),
      number('q', { formula: 'p + 1' }),
      input('r', { visible: "r == ''" }),
      input('s', { required: 'p > 1' }),
    )
    expect(plan.losses.map(({ pointer, message, params }) => [pointer, message, params])).toEqual([
      ['/fields/0/__loam__/formula', '@form.problem.cycle', { fields: '标签p → 标签q → 标签p' }],
      ['/fields/2/__loam__/visible', '@form.problem.cycle', { fields: '标签r → 标签r' }],
    ])
    expect(plan.rules.map(({ target }) => target)).toEqual(['s'])
  })

  it('follow fields that are kept under another name', () => {
    const plan = compile(
      input('id'),
      table('items', [input('id', { required: "row.id == form.id and id != ' id '" })]),
      input('x', { visible: 'id == 1' }),
    )
    const sources = plan.rules.map(({ expression }) => expression?.source)
    expect(sources).toEqual(["row.field_id == form.field_id and field_id != ' id '", 'field_id == 1'])
    expect(plan.losses.map(({ message }) => message)).toEqual(['@form.loss.renamed', '@form.loss.renamed'])
  })
})
