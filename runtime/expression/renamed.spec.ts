import { describe, expect, it } from 'vitest'
import { renamedNames } from './renamed'

const rename = (source: string) =>
  renamedNames(source, (parts) => parts.map((part) => (part === 'a' ? 'other' : part)))

describe('renamedNames', () => {
  it.each([
    ['a +  a * 2', 'other +  other * 2'],
    ["a & ' a ' & “a”", "other & ' a ' & “a”"],
    ['b.a + a.b', 'b.other + other.b'],
    ['SUM(items.a)', 'SUM(items.other)'],
    ['MAP(items, a => a + 1)', 'MAP(items, a => a + 1)'],
    ['SUM(MAP(items, x => x.a))', 'SUM(MAP(items, x => x.other))'],
    ['{ a: a }', '{ a: other }'],
    ['ab + ba', 'ab + ba'],
  ])('%s becomes %s', (source, renamed) => expect(rename(source)).toBe(renamed))

  it('renames what is no expression yet as far as it can be read', () => {
    expect(rename('a > (b.a +')).toBe('other > (b.other +')
    expect(rename("a > 'a")).toBe("a > 'a")
  })
})
