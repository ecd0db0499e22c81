import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTsv, parseTsv } from './clipboard'

const text = fc.string({ unit: fc.constantFrom('a', '中', '"', '\t', '\n', '\r', ',', ' ', '=') })
const matrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(text, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  )

describe('tab-separated text', () => {
  it('comes back as it went, whatever the cells hold', () => {
    fc.assert(
      fc.property(matrix, (cells) => {
        expect(parseTsv(formatTsv(cells))).toEqual(cells)
      }),
    )
  })

  it('never throws and never loses a character of a plain cell', () => {
    fc.assert(
      fc.property(fc.string(), (input) => {
        const cells = parseTsv(input)
        expect(cells.length).toBeGreaterThan(0)
        if (!/["\t\r\n]/.test(input)) expect(cells).toEqual([[input]])
      }),
    )
  })

  it('reads what Excel sends', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(parseTsv('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']])
    expect(parseTsv('3" pipe\t"\tlone"x')).toEqual([['3" pipe', '"', 'lone"x']])
    expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']])
  })

  it('adds no line break to a single row', () => {
    expect(formatTsv([['a', 'b']])).toBe('a\tb')
  })
})
