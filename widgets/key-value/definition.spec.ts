import { widgetContext } from '@tests/fixtures/widget-context'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definition, type KeyValueRow } from './definition'

const context = widgetContext()
const list = definition.defaults
const object = { ...list, as: 'object' as const }
const rows = (...names: string[]): KeyValueRow[] => names.map((name) => ({ name, value: 'v' }))

describe('key-value', () => {
  it('keeps rows in their order, or makes the object that they mean', () => {
    const given = { b: '1', a: 2 }
    expect(definition.normalise?.(given, list)).toEqual([
      { name: 'b', value: '1' },
      { name: 'a', value: '2' },
    ])
    expect(definition.normalise?.('[{"name":"b","value":"1"}]', object)).toEqual({ b: '1' })
    expect(definition.normalise?.([{ name: '__proto__', value: 'x' }], object)).toEqual(
      JSON.parse('{"__proto__":"x"}'),
    )
    expect(definition.isEmpty?.([])).toBe(true)
    expect(definition.isEmpty?.({})).toBe(true)
  })

  it('leaves what it does not understand as it is', () => {
    for (const value of ['{', [1], { a: { b: 1 } }, 7])
      expect(definition.normalise?.(value, list)).toBe(value)
  })

  it('names the rows that are wrong and says what to do', () => {
    expect(definition.check?.(rows('a', 'b', ' a '), list, context)).toBe(
      '名称“a”在第1, 3行重复，请改名或删去多余的行',
    )
    expect(definition.check?.(rows('a', ' '), object, context)).toContain('第2行没有名称')
    expect(definition.check?.(rows('a', 'b'), { ...list, max: 1 }, context)).toContain('最多1行')
    expect(definition.check?.({ a: '1' }, object, context)).toBeNull()
    // What cannot be an object yet stays rows, so that nothing that was written is lost.
    expect(definition.normalise?.(rows('a', 'a'), object)).toEqual(rows('a', 'a'))
  })

  it('comes back from its text, whatever stands in it', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
    const value = fc.string().filter((text) => !/[\r\u0085\u2028\u2029]/.test(text))
    const row = fc.record({ name, value })
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: (one) => one.name, minLength: 1 }), (given) => {
        const text = definition.toText?.(given, list, context) ?? ''
        expect(definition.fromText?.(text, list, context)).toEqual({ value: given })
      }),
    )
  })

  it('says which line of a text is wrong', () => {
    expect(definition.fromText?.('a=1\nb', list, context)).toEqual({
      error: '第2行“b”缺少等号，请写成“名称=值”',
    })
    expect(definition.fromText?.('a=1\na=2', list, context)).toEqual({
      error: '名称“a”在第1, 2行重复，请改名或删去多余的行',
    })
  })
})
