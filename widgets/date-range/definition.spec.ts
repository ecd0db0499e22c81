import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import inputs from '@schemas/locales/inputs.json'
import { describe, expect, it } from 'vitest'
import { definition, rangePickerOf } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ inputs })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  timeZone: 'Asia/Shanghai',
  now: () => 0,
  get: () => undefined,
}
const { defaults } = definition
const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

describe('date-range', () => {
  it('is picked by its format', () => {
    expect(['yyyy', 'yyyy-MM', 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm:ss', 'HH:mm'].map(rangePickerOf)).toEqual([
      'month',
      'month',
      'date',
      'datetime',
      'datetime',
    ])
  })

  it('is an empty list when both ends are open, and open at one end otherwise', () => {
    for (const value of [null, '', [], [null, null], ['', ''], [null]])
      expect(definition.normalise?.(value, defaults), JSON.stringify(value)).toEqual([])
    expect(definition.isEmpty?.([null, null])).toBe(true)
    expect(definition.isEmpty?.([0, null])).toBe(false)
    expect(definition.normalise?.(['1763654400000', null], defaults)).toEqual([1763654400000, null])
    expect(definition.normalise?.('soon', defaults)).toBe('soon')
  })

  it('does not end before it begins', () => {
    expect(definition.check?.([2, 1], defaults, context)).toBe('结束日期不能早于开始日期')
    expect(definition.check?.([1, 1], defaults, context)).toBeNull()
    expect(definition.check?.([2, null], defaults, context)).toBeNull()
  })

  it('comes back from its text', () => {
    const value = [at('2026-11-01'), at('2026-11-21')] as const
    const text = definition.toText?.(value, defaults, context) ?? ''
    expect(text).toBe('2026-11-01 ~ 2026-11-21')
    expect(definition.fromText?.(text, defaults, context)).toEqual({ value })
    expect(definition.fromText?.('2026-11-01 ~', defaults, context)).toEqual({
      value: [at('2026-11-01'), null],
    })
    expect(definition.fromText?.('2026-11-02 ~ 2026-11-01', defaults, context)).toEqual({
      error: '结束日期不能早于开始日期',
    })
    expect(definition.fromText?.('soon', defaults, context)).toEqual({
      error: '“soon”不是日期，格式应为 yyyy-MM-dd',
    })
  })

  it('of years is kept as Januaries', () => {
    expect(definition.fromText?.('2025-07-03 ~ 2026', { format: 'yyyy' }, context)).toEqual({
      value: [at('2025-01-01'), at('2026-01-01')],
    })
  })
})
