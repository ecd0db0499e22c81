import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { describe, expect, it } from 'vitest'
import { scopeOf } from '../../expression'
import { compileFormData } from '../../form'
import { sampleRecord } from '../sample'
import { readableNames, ruleFault } from './readable'
import { tryRule, typedValue } from './sample'

const node = (jnpfKey: string, formId: number, __vModel__: string, members = {}, config = {}) => ({
  __config__: { jnpfKey, formId, label: `L${formId}`, ...config },
  ...members,
  __vModel__,
})

const fields = [
  node(
    'table',
    1,
    'items',
    {},
    {
      children: [
        node('inputNumber', 2, 'quantity'),
        node('inputNumber', 3, 'price'),
        node('inputNumber', 4, 'amount', { __loam__: { formula: 'quantity * price' } }),
        node('input', 5, 'name'),
      ],
    },
  ),
  node('inputNumber', 6, 'total', { __loam__: { formula: 'SUM(items.amount)' } }),
  node('input', 7, 'name'),
  node('input', 8, 'odd-name'),
]
const plan = compileFormData({ fields }, { id: 'm', catalogue, design: {} })

describe('what a rule may read', () => {
  it('is in a row its columns first, and what a column hides is named in full', () => {
    const names = readableNames(plan, 'items').map(({ name, of }) => [name, of])
    expect(names.slice(0, 7)).toEqual([
      ['quantity', 'row'],
      ['price', 'row'],
      ['amount', 'row'],
      ['name', 'row'],
      ['items', 'form'],
      ['total', 'form'],
      ['form.name', 'form'],
    ])
    expect(readableNames(plan, undefined).map(({ name }) => name)).toContain('items.amount')
    expect(readableNames(plan, undefined).map(({ name }) => name)).not.toContain('odd-name')
  })

  it('is told where it is not there, with the near name', () => {
    expect(ruleFault('1 + totl', plan, undefined)).toMatchObject({
      offset: 4,
      message: '@rules.strangerNear',
      params: { name: 'totl', nearest: 'total' },
    })
    expect(ruleFault('SUM(items.amout)', plan, undefined)).toMatchObject({ offset: 10 })
    expect(ruleFault('price > 1', plan, undefined)).toMatchObject({ offset: 0 })
    expect(ruleFault('price > 1', plan, 'items')).toBeNull()
    expect(ruleFault('total >', plan, undefined)).toMatchObject({ offset: 7 })
  })
})

describe('a rule on a sample', () => {
  const record = sampleRecord(plan, { designed }, 0)
  const attempt = (source: string, given: Readonly<Record<string, unknown>> = {}, table?: string) => {
    const trial = { plan, table, record, given: new Map(Object.entries(given)), outer: scopeOf({}) }
    return tryRule(source, trial, plan.fields.get('total'))
  }

  it('is worked out with what is given for what it reads', () => {
    const amounts = attempt('SUM(items.amount)', { 'items.amount[]': [1, 2, 4] })
    expect(amounts?.value).toBe(7)
    expect(amounts?.reads.map(({ key }) => key)).toEqual(['items.amount[]'])
    expect(attempt('total * 2', { total: 3 })?.value).toBe(6)
    expect(attempt('quantity * price', { 'items.quantity': 3, 'items.price': 4 }, 'items')?.value).toBe(12)
    expect(attempt('items.length', { 'items.price[]': [1, 2, 3] })?.value).toBe(3)
  })

  it('reads what other rules compute, also of rows', () => {
    const given = { 'items.quantity[]': [2, 3], 'items.price[]': [10, 100] }
    expect(attempt('total', given)?.value).toBe(320)
    expect(attempt('amount', { 'items.quantity': 2, 'items.price': 5 }, 'items')?.value).toBe(10)
  })

  it('has no value in a circle, says what is wrong, and is nothing while it is none', () => {
    expect(attempt('1 / 0')).toMatchObject({ value: null, problem: { kind: 'division-by-zero' } })
    expect(attempt('total +')).toBeUndefined()
  })

  it('takes what is typed as its field keeps it', () => {
    const [number, text] = ['total', 'name'].map((path) => plan.fields.get(path))
    if (!number || !text) throw new Error('The form has these fields')
    expect(typedValue(' 12.5', number)).toBe(12.5)
    expect(typedValue('x', number)).toBe('x')
    expect(typedValue('12', text)).toBe('12')
    expect(typedValue(' ', text)).toBeNull()
  })
})
