import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import inputs from '@schemas/locales/inputs.json'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ inputs })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}
const { defaults } = definition
const range = { ...defaults, range: true }

describe('slider', () => {
  it('has the documented defaults and reads a stored field', () => {
    expect(defaults).toEqual({ min: 0, max: 100, step: 1, showStops: false, range: false })
    expect(definition.fromFormData?.({ min: 10, max: '20', step: 0, range: true })).toEqual({
      min: 10,
      max: 20,
      range: true,
    })
  })

  it('judges steps from the left end, exactly', () => {
    const settings = { ...defaults, min: 0.1, step: 0.2 }
    expect(definition.check?.(0.7, settings, context)).toBeNull()
    expect(definition.check?.(0.8, settings, context)).toBe('必须是0.2的倍数')
  })

  it('keeps the ends of a range in order', () => {
    expect(definition.check?.([3, 2], range, context)).toBe('起始值不能大于结束值')
    expect(definition.check?.([2, 2], range, context)).toBeNull()
    expect(definition.value?.(range)).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 })
  })

  it('comes back from its text and names what is wrong', () => {
    const text = definition.toText?.([5, 40], range, context) ?? ''
    expect(text).toBe('5 ~ 40')
    expect(definition.fromText?.(text, range, context)).toEqual({ value: [5, 40] })
    expect(definition.fromText?.('7', defaults, context)).toEqual({ value: 7 })
    expect(definition.fromText?.('101', defaults, context)).toEqual({ error: '应在0到100之间' })
    expect(definition.fromText?.('x', defaults, context)).toEqual({ error: '“x”不是数字' })
  })

  it('brings stored texts to numbers', () => {
    expect(definition.normalise?.('30', defaults)).toBe(30)
    expect(definition.normalise?.('["1",2]', range)).toEqual([1, 2])
    expect(definition.normalise?.('[1', range)).toBe('[1')
  })
})
