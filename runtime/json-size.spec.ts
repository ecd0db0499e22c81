import { describe, expect, it } from 'vitest'
import { jsonBytes, textBytes } from './json-size'

const utf8 = (text: string) => new TextEncoder().encode(text).length

describe('the size of JSON', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', -12.5],
    ['text', 'valve'],
    ['text of every width', 'aé阀😀'],
    ['no rows', []],
    ['no members', {}],
    ['rows', [1, 'two', [true, null]]],
    ['a record', { 名称: '球阀', rows: [{ a: 1, b: [] }, {}], on: false }],
    ['what is left out', { a: undefined, b: 1 }],
  ])('counts %s as its text has it', (_, value) => {
    expect(jsonBytes(value)).toBe(utf8(JSON.stringify(value)))
  })

  it.each(['', 'abc', 'é', '阀门', '😀', 'a😀阀é'])('counts the bytes of "%s"', (text) => {
    expect(textBytes(text)).toBe(utf8(text))
  })

  it('looks no further once it is too much', () => {
    let looks = 0
    const rows = Array.from({ length: 1_000 }, () => ({
      get text() {
        looks += 1
        return 'x'.repeat(100)
      },
    }))
    expect(jsonBytes(rows, 2_000)).toBeGreaterThan(2_000)
    expect(looks).toBeLessThan(20)
  })
})
