import { describe, expect, it } from 'vitest'
import { isUnstorable, refuseHalfCharacters } from './surrogates'

describe('half of a surrogate pair', () => {
  it.each([
    ['a first half', '{"a":"\\ud83d"}'],
    ['a second half', '["\\uDE00"]'],
    ['a first half before another escape', '"\\ud83d\\u0041"'],
    ['two first halves', '"\\ud83d\\ud83d"'],
    ['the halves in the wrong order', '"\\ude00\\ud83d"'],
    ['one after an escaped backslash', '"\\\\\\ud83d"'],
    ['one in a name', '{"\\ud83d":1}'],
    ['one after a pair', '"\\ud83d\\ude00\\ud83d"'],
  ])('is refused: %s', (_, text) => {
    expect(() => refuseHalfCharacters(text)).toThrow(expect.objectContaining({ code: 400 }))
  })

  it.each([
    ['a pair as escapes', '"\\ud83d\\ude00 \\uD83D\\uDE00"'],
    ['a pair as it is', '"😀"'],
    ['a backslash that is escaped', '"\\\\ud83d"'],
    ['other escapes', '"\\u4e2d\\n\\\\\\"\\u00e9"'],
    ['an escape that is none', '"\\u"'],
  ])('is not %s', (_, text) => {
    expect(() => refuseHalfCharacters(text)).not.toThrow()
  })
})

it('is told from a fault of the server where only the database finds it', () => {
  const detail = 'Unicode high surrogate must not follow a high surrogate.'
  expect(isUnstorable({ code: '22P02', detail })).toBe(true)
  expect(isUnstorable({ code: '22P05' })).toBe(true)
  expect(isUnstorable({ code: '22P02' })).toBe(false)
  expect(isUnstorable({ code: '22P02', detail: 'Token "x" is invalid.' })).toBe(false)
})
