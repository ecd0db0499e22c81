import { compileFormData, createFormStore } from '@runtime/form'
import { createCatalogue } from '@runtime/widget/definition'
import { testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { definition as input } from '../input/definition'
import { definition as number } from '../number-input/definition'
import { definition } from './definition'

const catalogue = createCatalogue({ calculate: definition, number, input })
const operand = (name: string) => ({ __vModel__: name, label: name })

/** The result of a stored formula over `a` and `b`. */
function result(expression: readonly unknown[], values: object, more: object = {}): unknown {
  const field = (name: string, jnpfKey: string, members: object = {}) => ({
    __vModel__: name,
    __config__: { jnpfKey, label: name },
    ...members,
  })
  const fields = [
    field('a', 'inputNumber'),
    field('b', 'inputNumber'),
    field('text', 'input'),
    field('out', 'calculate', { expression, isStorage: 1, ...more }),
  ]
  const store = createFormStore(compileFormData({ fields }, { id: 'm', catalogue }), testHost())
  store.load({ ...values }, 'existing')
  store.flush()
  return store.get('out')
}

describe('calculate', () => {
  it('has no decimals unless it says so, and rounds half away from zero', () => {
    expect(definition.defaults.precision).toBe(0)
    expect(result([operand('a'), '÷', operand('b')], { a: 5, b: 2 })).toBe(3)
    expect(result([operand('a'), '÷', operand('b')], { a: 5, b: 2 }, { precision: 2 })).toBe(2.5)
    expect(result([operand('a'), '×', operand('b')], { a: 1.005, b: 1 }, { precision: 2 })).toBe(1.01)
  })

  it('is 0 where the result is no number', () => {
    expect(result([operand('a'), '÷', operand('b')], { a: 5, b: 0 })).toBe(0)
    expect(result([operand('text'), '×', '2'], { text: 'abc' })).toBe(0)
    expect(result([operand('gone'), '+', '1'], {})).toBe(1)
    expect(result([operand('a'), '+', ')'], { a: 1 })).toBe(0)
    expect(result([], {})).toBe(0)
  })
})
