import { describe, expect, it } from 'vitest'
import { sumDecimal } from '../../expression'
import { readCalculation } from './calculate'

const names = new Map([
  ['', new Set(['单价', 'qty-1', '2nd', 'items'])],
  ['items', new Set(['amount', 'a b'])],
])
const operand = (name: string) => ({ __vModel__: name, label: `标签.${name}` })

function calculate(tokens: readonly unknown[], values: Record<string, unknown>, table?: string) {
  const missing: string[] = []
  const found = readCalculation(tokens, { names, ...(table && { table }) }, (label) => missing.push(label))
  return { value: found?.expression.evaluate({ get: (name) => values[name] }), reads: found?.reads, missing }
}

describe('readCalculation', () => {
  it('merges digits that stand one by one, and knows × and ÷', () => {
    expect(calculate(['1', '2', '.', '5', '×', '2', '÷', '(', '1', '+', '4', ')'], {}).value).toBe(5)
  })

  it('reads names that are no identifiers', () => {
    const tokens = [operand('单价'), '×', operand('qty-1'), '-', operand('2nd')]
    expect(calculate(tokens, { 单价: 1.1, 'qty-1': 3, '2nd': 1 })).toEqual({
      value: 2.3,
      reads: ['单价', 'qty-1', '2nd'],
      missing: [],
    })
  })

  it('sums a column outside its sub-table and takes the own row inside', () => {
    const rows = [{ 'a b': 0.1 }, { 'a b': 0.2 }, { 'a b': '' }]
    expect(calculate([operand('items.a b')], { items: rows })).toMatchObject({
      value: sumDecimal([0.1, 0.2]),
      reads: ['items.a b'],
    })
    expect(calculate([operand('items.a b'), '+', '1'], { 'a b': 4, items: rows }, 'items').value).toBe(5)
  })

  it('counts what is missing as 0', () => {
    expect(calculate([operand('单价'), '+', '1'], {}).value).toBe(1)
    expect(calculate([operand('gone'), '+', '1'], {})).toEqual({
      value: 1,
      reads: [],
      missing: ['标签.gone'],
    })
  })

  it('does not take an operand beside a digit for one name', () => {
    expect(() => calculate([operand('单价'), '2'], { 单价: 3 })).toThrow()
  })

  it('has no value for a division by zero, and throws for what is no formula', () => {
    expect(calculate(['1', '÷', '0'], {}).value).toBeNull()
    expect(() => calculate(['1', '+'], {})).toThrow()
    expect(calculate([], {}).value).toBeUndefined()
  })
})
