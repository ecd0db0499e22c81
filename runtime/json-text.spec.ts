import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAt, placeOfPointer, readJson } from './json-text'

describe('JSON as text', () => {
  it('has the verdict of JSON itself, and a place for every fault', () => {
    const sign = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '01',
      'true',
      ' ',
      '\n',
      '"',
      '\t',
      'x',
    )
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
        (text) => {
          const { fault } = readJson(text)
          expect(fault === undefined).toBe(isJson(text))
          if (fault) {
            expect(fault.offset).toBeLessThanOrEqual(text.length)
            expect(fault.reason).toMatch(/^@document\.json[A-Z]/)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{"a": 1\n "b": 2}', 2, 2, 'CommaExpected'],
    ['{"a": 1,}', 1, 9, 'PropertyNameExpected'],
    ['[1, 2', 1, 6, 'CloseBracketExpected'],
    ['', 1, 1, 'ValueExpected'],
    ['{"a": 1} x', 1, 10, 'InvalidSymbol'],
    ['['.repeat(100_000), 1, 201, 'TooDeep'],
  ])('%j is wrong at %i:%i', (text, line, column, reason) => {
    expect(readJson(text).fault).toMatchObject({ line, column, reason: `@document.json${reason}` })
  })

  it('knows where the value of a pointer stands, or what should hold it', () => {
    const text = '{\n  "a": [1, {"b/c": 2}],\n  "": 3\n}'
    expect(placeOfPointer(text, '/a/1/b~1c')).toMatchObject({ line: 2, column: 20 })
    expect(placeOfPointer(text, '/')).toMatchObject({ line: 3, column: 7 })
    expect(placeOfPointer(text, '/a/1/gone')).toMatchObject({ line: 2, column: 12 })
    expect(placeOfPointer(text, '')).toEqual({ offset: 0, line: 1, column: 1 })
    expect(placeAt('a\nb', 2)).toEqual({ offset: 2, line: 2, column: 1 })
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
