import { describe, expect, it } from 'vitest'
import { type Declared, paramValues } from './params'

const value = (param: Partial<Declared>, sent?: unknown, lenient = false) =>
  paramValues(
    [{ field: 'p', ...param }],
    sent === undefined ? [] : [{ field: 'p', defaultValue: sent }],
    lenient,
  ).get('p')?.value

describe('a parameter of an interface', () => {
  it('has what was sent, else its default, else nothing', () => {
    expect(value({}, 'a')).toBe('a')
    expect(value({ defaultValue: 'b' })).toBe('b')
    expect(value({ defaultValue: 'b' }, '')).toBe('b')
    expect(value({}, [])).toBeNull()
  })

  it('is an empty text where a text was left empty, and nothing where it was not sent or is no text', () => {
    expect(value({}, '')).toBe('')
    expect(value({ dataType: 'text' }, '')).toBe('')
    expect(value({ defaultValue: '' })).toBe('')
    expect(value({})).toBeNull()
    expect(value({ defaultValue: '' }, null)).toBe('')
    expect(value({ dataType: 'int' }, '')).toBeNull()
    expect(value({ dataType: 'datetime', defaultValue: '' }, '')).toBeNull()
    expect(value({ required: 1 }, '', true)).toBe('')
    expect(() => value({ required: 1 }, '')).toThrow('@dataInterface.paramRequired')
  })

  it.each([
    ['int', '12', '12'],
    ['bigint', -3, '-3'],
    ['decimal', 1.5, '1.5'],
    ['varchar', 12, '12'],
    ['text', ['a', 'b'], 'a,b'],
    ['datetime', 1767225600000, '2026-01-01T00:00:00.000Z'],
    ['datetime', '2026-01-01 08:00', '2026-01-01 08:00'],
  ] as const)('of type %s takes %j', (dataType, sent, expected) => {
    expect(value({ dataType }, sent)).toBe(expected)
  })

  it.each([
    ['int', '1.5'],
    ['int', '1 or 1=1'],
    ['decimal', 'NaN'],
    ['datetime', 'soon'],
    ['varchar', 'a\u0000b'],
  ] as const)('of type %s refuses %j', (dataType, sent) => {
    expect(() => value({ dataType }, sent)).toThrow('@dataInterface.paramType')
  })

  it('that is required and missing is refused by its name, unless nobody can be asked', () => {
    const param = { required: 1, fieldName: '作物' }
    expect(() => value(param)).toThrow(
      expect.objectContaining({
        text: '@dataInterface.paramRequired',
        params: { name: '作物' },
        errors: [{ path: 'paramList.p', message: '作物' }],
      }),
    )
    expect(value(param, undefined, true)).toBeNull()
  })
})
