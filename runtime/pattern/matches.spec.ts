import { describe, expect, it } from 'vitest'
import { PatternRefused } from './linear-pattern'
import { createMatcher, isRefused } from './matches'

const EMAIL = /^\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$/

describe('a pattern of a model', () => {
  it.each([
    [/^1\d{10}$/, '13800138000', true],
    [/^1\d{10}$/, '2', false],
    [EMAIL, 'a@b.cn', true],
    [EMAIL, `${'someone.'.repeat(10)}x@example.com`, true],
    [EMAIL, `${'someone.'.repeat(10)}x@`, false],
    [/^[a-z]*$/, 'a'.repeat(64 * 2 ** 10), true],
    // Whatever would run for years, or for minutes as if it were plain.
    [/^(a+)+$/, `${'a'.repeat(5_000)}!`, false],
    [/^(\w+\s?)*$/, `${'a'.repeat(5_000)}!`, false],
    [/^\d*\d*\d*\d*\d*$/, `${'1'.repeat(5_000)}!`, false],
    [/a*a*a*a*b/, 'a'.repeat(5_000), false],
  ])('%s judges as it is written, whatever the length of the text', (pattern, text, fits) => {
    expect(createMatcher()(pattern, text)).toBe(fits)
  })

  it('that asks for what was said before is refused', () => {
    expect(() => createMatcher()(/^(\w+)-\1$/, 'a-a')).toThrow(PatternRefused)
    expect([isRefused('^(\\w+)-\\1$', ''), isRefused('(', ''), isRefused('^a+$', 'i')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is tested as often as one request may', () => {
    const matches = createMatcher(10_000)
    expect(matches(/^a*$/, 'a'.repeat(1_000))).toBe(true)
    expect(() => matches(/^a*$/, 'a'.repeat(5_000))).toThrow(PatternRefused)
  })
})
