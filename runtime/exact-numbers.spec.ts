import { describe, expect, it } from 'vitest'
import { lostNumbers, readExactly, withTexts } from './exact-numbers'

describe('numbers that a double does not hold', () => {
  it('come as texts of their digits, in each row of their column', () => {
    const text = `{"list":[{"id":1269943055849660418,"n":1,"x":-9007199254740993},{"id":7,"n":2.5,"x":null}],
      "price":0.1234567890123456789,"far":1e999,"text":"1269943055849660418 \\"1269943055849660418"}`
    expect(readExactly(text)).toEqual({
      list: [
        { id: '1269943055849660418', n: 1, x: '-9007199254740993' },
        { id: '7', n: 2.5, x: null },
      ],
      price: '0.1234567890123456789',
      far: '1e999',
      text: '1269943055849660418 "1269943055849660418',
    })
  })

  it('are no others', () => {
    const text =
      '[9007199254740991,-9007199254740991,0.30000000000000004,1.50000000000000000000,1e20,0.00000000000000000001]'
    expect(readExactly(text)).toEqual(JSON.parse(text))
    expect(() => readExactly('{"a":1269943055849660418')).toThrow(SyntaxError)
  })

  it('are found where they stand, fractions only where they are asked for', () => {
    const text = '{"a":0.1234567890123456789,"b":9007199254740992}'
    expect(lostNumbers(text, false)).toEqual([{ at: 31, digits: '9007199254740992' }])
    expect(lostNumbers(text, true)).toHaveLength(2)
  })

  it('of a database make their column one of texts', () => {
    expect(
      withTexts([
        { a: 1n << 62n, b: 1 },
        { a: 3, b: 2 },
      ]),
    ).toEqual([
      { a: '4611686018427387904', b: 1 },
      { a: '3', b: 2 },
    ])
  })
})
