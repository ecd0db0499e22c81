import { describe, expect, it } from 'vitest'
import { hasNestedRepetition, matchesInTime } from './matches'

const EMAIL = /^\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$/

describe('a pattern of a model', () => {
  it('judges as it is written, whatever the length of the text', () => {
    expect(matchesInTime(/^1\d{10}$/, '13800138000')).toBe(true)
    expect(matchesInTime(/^1\d{10}$/, '2')).toBe(false)
    expect(matchesInTime(EMAIL, 'a@b.cn')).toBe(true)
    expect(matchesInTime(EMAIL, `${'someone.'.repeat(10)}x@example.com`)).toBe(true)
    expect(matchesInTime(EMAIL, `${'someone.'.repeat(10)}x@`)).toBe(false)
    expect(matchesInTime(/^[a-z]*$/, 'a'.repeat(100_000))).toBe(true)
  })

  it.each([
    [/^(a+)+$/, `${'a'.repeat(60)}!`],
    [/^(a|a)*$/, `${'a'.repeat(60)}!`],
    [/^(\w+\s?)*$/, `${'a'.repeat(60)}!`],
    [/^(?:(?:a{1,9}){1,9})+$/, `${'a'.repeat(60)}!`],
    [/^\d*\d*\d*\d*\d*$/, `${'1'.repeat(2000)}!`],
  ])('%s that would run for years is broken off and named', (pattern, text) => {
    const began = performance.now()
    expect(() => matchesInTime(pattern, text)).toThrow(
      expect.objectContaining({ code: 400, params: { pattern: pattern.source } }),
    )
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

it.each([
  ['^(a+)+$', true],
  ['^(a|b)*$', true],
  ['((a*)b)+', true],
  ['(a{2,}){3}', true],
  ['^\\d{3}-\\d{8}$', false],
  ['^([(+*)]+)$', false],
  ['\\((a+)\\)+', false],
  ['^([1-9]\\d*|0)(\\.\\d+)?$', false],
  ['^a*b*$', false],
])('repetition inside repetition: %s is %s', (source, nested) => {
  expect(hasNestedRepetition(source)).toBe(nested)
})
