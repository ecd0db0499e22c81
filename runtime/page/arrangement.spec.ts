import { describe, expect, it } from 'vitest'
import { arranged, movedTo, resized } from './arrangement'

const cards = [
  { name: 'a', columns: 6, rows: 4 },
  { name: 'b', columns: 3, rows: 2 },
  { name: 'c', columns: 12, rows: 8 },
]
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('')

describe('arranged cards', () => {
  it('stand in the order and size that somebody gave them, new ones at the end, gone ones nowhere', () => {
    const own = [{ name: 'c', columns: 4, rows: 3 }, { name: 'gone', columns: 1, rows: 1 }, { name: 'a' }]
    expect(arranged(cards, own)).toEqual([
      { name: 'c', columns: 4, rows: 3 },
      { name: 'a', columns: 6, rows: 4 },
      { name: 'b', columns: 3, rows: 2 },
    ])
  })

  it.each([[null], [undefined], ['x'], [{}], [[]], [[null, 7, 'a']]])(
    'are as written where %j is kept',
    (own) => {
      expect(arranged(cards, own)).toEqual(cards)
    },
  )

  it('have no impossible size, and none twice', () => {
    const own = [
      { name: 'a', columns: 99, rows: -3 },
      { name: 'a', columns: 3, rows: 3 },
      { name: 'b', columns: 'wide', rows: Number.NaN },
    ]
    expect(arranged(cards, own).slice(0, 2)).toEqual([
      { name: 'a', columns: 12, rows: 1 },
      { name: 'b', columns: 3, rows: 2 },
    ])
    expect(arranged(cards, own).length).toBe(3)
  })

  it('are moved and sized within bounds', () => {
    expect(names(movedTo(cards, 'a', 2))).toBe('bca')
    expect(names(movedTo(cards, 'c', -5))).toBe('cab')
    expect(names(movedTo(cards, 'b', 9))).toBe('acb')
    expect(movedTo(cards, 'x', 0)).toBe(cards)
    expect(resized(cards, 'b', -9, 1)[1]).toEqual({ name: 'b', columns: 2, rows: 3 })
    expect(resized(cards, 'c', 1, 99)[2]).toEqual({ name: 'c', columns: 12, rows: 24 })
  })
})
