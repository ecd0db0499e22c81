import { createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', new Map([['inputs.notStep', { zh: '必须是{step}的倍数' }]])),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}
const { defaults } = definition

describe('rate', () => {
  it('has the documented defaults and reads a stored field, also an empty one', () => {
    expect(defaults).toEqual({ count: 5, allowHalf: false, showText: false, showScore: false })
    expect(definition.fromFormData?.({ count: '10', allowHalf: true, showText: 1 })).toEqual({
      count: 10,
      allowHalf: true,
      showText: true,
    })
    expect(definition.fromFormData?.({})).toEqual({})
  })

  it('begins with 0, which does not fulfil a required rating', () => {
    expect(definition.initial?.(defaults, context)).toBe(0)
    expect(definition.isEmpty?.(0)).toBe(true)
    expect(definition.isEmpty?.(0.5)).toBe(false)
  })

  it('takes halves only where allowed, and nothing above the highest', () => {
    expect(definition.check?.(2.5, defaults, context)).toBe('必须是1的倍数')
    expect(definition.check?.(2.5, { ...defaults, allowHalf: true }, context)).toBeNull()
    expect(definition.check?.(2.3, { ...defaults, allowHalf: true }, context)).toBe('必须是0.5的倍数')
    expect(definition.value?.(defaults)).toEqual({ type: 'number', minimum: 0, maximum: 5 })
  })

  it('stands in no table, list or search', () => {
    expect([definition.notInTable, definition.notInList, definition.filter]).toEqual([true, true, undefined])
    expect(definition.normalise?.('3', defaults)).toBe(3)
    expect(definition.normalise?.('three', defaults)).toBe('three')
  })
})
