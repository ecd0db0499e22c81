import { describe, expect, it } from 'vitest'
import { newId } from './id'

describe('a new id', () => {
  it('is a UUID of version 7 without its dashes', () => {
    expect(newId()).toMatch(/^[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}$/)
  })

  it('begins with the milliseconds of its making, so that ids sort by time', () => {
    expect(newId(0x0123_4567_89ab).slice(0, 12)).toBe('0123456789ab')
    expect(
      [newId(2 ** 41), newId(1), newId(2 ** 40)].sort().map((id) => Number.parseInt(id.slice(0, 12), 16)),
    ).toEqual([1, 2 ** 40, 2 ** 41])
  })

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newId())).size).toBe(1000)
  })
})
