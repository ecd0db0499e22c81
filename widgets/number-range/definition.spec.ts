import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import inputs from '@schemas/locales/inputs.json'
import widgets from '@schemas/locales/widgets.json'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ inputs, widgets })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}

describe('number-range', () => {
  it('is an empty list when both ends are empty; zero counts as a value', () => {
    for (const value of [null, '', [], [null, null], ['', undefined]])
      expect(definition.normalise?.(value, {}), JSON.stringify(value)).toEqual([])
    expect(definition.normalise?.([0, null], {})).toEqual([0, null])
    expect(definition.normalise?.(['0', ''], {})).toEqual([0, null])
    expect(definition.isEmpty?.([0, null])).toBe(false)
    expect(definition.isEmpty?.([null, null])).toBe(true)
  })

  it('names what is wrong', () => {
    const settings = { min: 0, max: 10 }
    expect(definition.check?.([3, 2], settings, context)).toBe('起始值不能大于结束值')
    expect(definition.check?.([-1, 2], settings, context)).toBe('不能小于0')
    expect(definition.check?.([1, 11], settings, context)).toBe('不能大于10')
    expect(definition.check?.([null, 5], settings, context)).toBeNull()
    expect(definition.check?.(['十' as unknown as number, null], {}, context)).toBe('“十”不是数字')
  })

  it('comes back from its text, with fixed decimals', () => {
    const settings = { precision: 2 }
    expect(definition.toText?.([0, 1.5], settings, context)).toBe('0.00 ~ 1.50')
    expect(definition.fromText?.('0.00 ~ 1.50', settings, context)).toEqual({ value: [0, 1.5] })
    expect(definition.fromText?.('~ 1.005', settings, context)).toEqual({ value: [null, 1.01] })
    expect(definition.fromText?.('', settings, context)).toEqual({ value: [] })
    expect(definition.fromText?.('2 ~ 1', settings, context)).toEqual({ error: '起始值不能大于结束值' })
    expect(definition.fromText?.('a ~ 1', settings, context)).toEqual({ error: '“a”不是数字' })
  })
})
