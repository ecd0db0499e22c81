import { describe, expect, it } from 'vitest'
import { BLANKS } from './blanks'
import { charactersIn, fittedText } from './characters'
import { compileSchema } from './schema'

describe('characters', () => {
  it('are counted alike where a length is shown, judged and cut', () => {
    const text = '水😀田'
    expect(charactersIn(text)).toBe(3)
    expect(compileSchema({ type: 'string', maxLength: 3 })(text)).toEqual([])
    expect(compileSchema({ type: 'string', maxLength: 2 })(text)).toHaveLength(1)
    expect(fittedText(text, text.length, 3).text).toBe(text)
  })

  it('give way where they were put in, and a pair as a whole', () => {
    expect(fittedText('ab😀', 4, 2)).toEqual({ text: 'ab', caret: 2 })
    expect(fittedText('a😀xbc', 4, 4)).toEqual({ text: 'a😀bc', caret: 3 })
    expect(fittedText('😀😀😀', 0, 2)).toEqual({ text: '😀😀', caret: 0 })
  })
})

describe('blanks', () => {
  it('are those that a text loses when it is trimmed', () => {
    const all = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))
    expect(all.filter((sign) => sign.trim() === '').join('')).toBe([...BLANKS].sort().join(''))
  })
})
