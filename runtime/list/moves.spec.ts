import { describe, expect, it } from 'vitest'
import { droppedAt, mayMove, movedBy, placesOf } from './moves'

interface Unit {
  readonly id: string
  readonly below?: readonly Unit[]
}
const units: readonly Unit[] = [
  { id: 'a', below: [{ id: 'a1' }, { id: 'a2', below: [{ id: 'a21' }] }] },
  { id: 'b' },
  { id: 'c' },
]
const places = placesOf(units, { idOf: ({ id }) => id, childrenOf: ({ below = [] }) => below })

describe('a move', () => {
  it.each([
    ['b', 'before', { parent: null, before: 'b' }],
    ['b', 'after', { parent: null, before: 'c' }],
    ['c', 'after', { parent: null, before: null }],
    ['b', 'inside', { parent: 'b', before: null }],
    ['a1', 'after', { parent: 'a', before: 'a2' }],
  ] as const)('onto %s, %s it, is told by the parent and who comes next', (target, drop, moved) => {
    expect(droppedAt(target, drop, places)).toEqual(moved)
  })

  it('onto what is not there is none', () => expect(droppedAt('gone', 'before', places)).toBeNull())

  it.each([
    ['b', 'ArrowUp', { parent: null, before: 'a' }],
    ['b', 'ArrowDown', { parent: null, before: null }],
    ['a', 'ArrowUp', null],
    ['b', 'ArrowRight', { parent: 'a', before: null }],
    ['a21', 'ArrowLeft', { parent: 'a', before: null }],
    ['a1', 'ArrowLeft', { parent: null, before: 'b' }],
    ['a', 'ArrowLeft', null],
    ['a', 'Enter', undefined],
    ['gone', 'ArrowUp', undefined],
  ] as const)('of %s by %s', (id, key, moved) => {
    expect(movedBy(key, id, places, true)).toEqual(moved)
  })

  it('goes nowhere sideways where nothing nests', () => {
    expect(movedBy('ArrowRight', 'b', places, false)).toBeUndefined()
    expect(movedBy('ArrowLeft', 'a1', places, false)).toBeUndefined()
    expect(mayMove('a1', { parent: null, before: 'b' }, places, false)).toBe(false)
    expect(mayMove('a2', { parent: 'a', before: 'a1' }, places, false)).toBe(true)
  })

  it.each([
    ['below itself', 'a', { parent: 'a', before: null }],
    ['below what is below it', 'a', { parent: 'a21', before: null }],
    ['where it stands', 'b', { parent: null, before: 'c' }],
    ['before itself', 'b', { parent: null, before: 'b' }],
    ['that is not there', 'gone', { parent: null, before: null }],
  ] as const)('%s is none', (_what, id, moved) => {
    expect(mayMove(id, moved, places, true)).toBe(false)
  })

  it('over a hundred thousand records is found at once', () => {
    const many = placesOf(
      Array.from({ length: 100_000 }, (_, index) => ({ id: `${index}` })),
      { idOf: ({ id }: Unit) => id, childrenOf: () => [] },
    )
    expect(movedBy('ArrowDown', '4', many, true)).toEqual({ parent: null, before: '6' })
  })
})
