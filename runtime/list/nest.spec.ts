import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Nested, nest } from './nest'

interface Row {
  readonly id: string
  readonly parent: string | null
}

const row = (id: string, parent: string | null = null): Row => ({ id, parent })
const nested = (rows: readonly Row[]) =>
  nest(
    rows,
    ({ id }) => id,
    ({ parent }) => parent,
  )
/** `a(b(c) d)` */
const outline = (nodes: readonly Nested<Row>[]): string =>
  nodes
    .map(({ row: { id }, children }) => (children.length > 0 ? `${id}(${outline(children)})` : id))
    .join(' ')

describe('nest', () => {
  it('hangs rows under their parents in the order given', () => {
    expect(outline(nested([row('c', 'b'), row('a'), row('b', 'a'), row('d', 'a')]))).toBe('a(b(c) d)')
  })

  it('puts orphans and rows that name themselves at the top', () => {
    expect(outline(nested([row('a', 'gone'), row('b', 'b'), row('c', 'b')]))).toBe('a b(c)')
  })

  it('frees the first row of a cycle, wherever the cycle is come upon', () => {
    expect(outline(nested([row('tail', 'b'), row('a', 'c'), row('b', 'a'), row('c', 'b')]))).toBe(
      'a(b(tail c))',
    )
  })

  it('takes the first of several rows with one key as the parent', () => {
    expect(outline(nested([row('a'), row('a'), row('b', 'a')]))).toBe('a(b) a')
  })

  it('loses no row and shows none twice, whatever the parents are', () => {
    const id = fc.integer({ min: 0, max: 12 }).map(String)
    fc.assert(
      fc.property(fc.array(fc.tuple(id, fc.option(id)), { maxLength: 30 }), (pairs) => {
        const rows = pairs.map(([own, parent]) => row(own, parent))
        const seen: Row[] = []
        const walk = (nodes: readonly Nested<Row>[]): void =>
          nodes.forEach(({ row: one, children }) => {
            seen.push(one)
            walk(children)
          })
        walk(nested(rows))
        expect(seen.length).toBe(rows.length)
        expect(new Set(seen).size).toBe(new Set(rows).size)
      }),
    )
  })

  it('takes a hundred thousand rows one below the other', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => row(`r${index}`, `r${index - 1}`))
    let depth = 0
    for (let level = nested(rows); level.length > 0; level = level[0]?.children ?? []) depth++
    expect(depth).toBe(rows.length)
  })
})
