import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Movement, move, movementOf } from './navigation'

const size = { rows: 100, columns: 5 }
const press = (
  key: string,
  more: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
})

describe('navigation', () => {
  it('names movements by key', () => {
    expect(movementOf(press('ArrowDown'))).toBe('down')
    expect(movementOf(press('ArrowDown', { shiftKey: true }))).toBe('down')
    expect(movementOf(press('ArrowDown', { ctrlKey: true }))).toBe('columnEnd')
    expect(movementOf(press('End', { metaKey: true }))).toBe('last')
    expect(movementOf(press('ArrowDown', { altKey: true }))).toBeNull()
    expect(movementOf(press('a'))).toBeNull()
  })

  it('stops at the borders', () => {
    expect(move({ row: 0, column: 0 }, 'up', size, 10)).toEqual({ row: 0, column: 0 })
    expect(move({ row: 95, column: 2 }, 'pageDown', size, 10)).toEqual({ row: 99, column: 2 })
    expect(move({ row: 50, column: 2 }, 'pageUp', size, 10)).toEqual({ row: 40, column: 2 })
    expect(move({ row: 50, column: 2 }, 'rowEnd', size, 10)).toEqual({ row: 50, column: 4 })
    expect(move({ row: 50, column: 2 }, 'first', size, 10)).toEqual({ row: 0, column: 0 })
    expect(move({ row: 50, column: 2 }, 'columnStart', size, 10)).toEqual({ row: 0, column: 2 })
  })

  it('reads on from row to row by Tab, and leaves at the ends', () => {
    expect(move({ row: 3, column: 4 }, 'next', size, 10)).toEqual({ row: 4, column: 0 })
    expect(move({ row: 4, column: 0 }, 'previous', size, 10)).toEqual({ row: 3, column: 4 })
    expect(move({ row: 99, column: 4 }, 'next', size, 10)).toBeNull()
    expect(move({ row: 0, column: 0 }, 'previous', size, 10)).toBeNull()
  })

  it('never leaves the grid', () => {
    const movements: Movement[] = [
      'up',
      'down',
      'left',
      'right',
      'rowStart',
      'last',
      'pageUp',
      'pageDown',
      'next',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...movements)), (steps) => {
        let at = { row: 0, column: 0 }
        for (const step of steps) at = move(at, step, size, 7) ?? at
        expect(at.row >= 0 && at.row < size.rows && at.column >= 0 && at.column < size.columns).toBe(true)
      }),
    )
  })

  it('has nowhere to go without rows', () => {
    expect(move({ row: 0, column: 0 }, 'down', { rows: 0, columns: 3 }, 10)).toBeNull()
  })
})
