import { describe, expect, it } from 'vitest'
import { Boxes } from './names'

describe('what is taken on the screen', () => {
  it('is in the way of whoever is not its owner, across cells', () => {
    const taken = new Boxes()
    const owner = {}
    taken.add([40, 40, 60, 60], owner)
    expect(taken.isFree([59, 59, 200, 70], {})).toBe(false)
    expect(taken.isFree([59, 59, 200, 70], owner)).toBe(true)
    expect(taken.isFree([60, 40, 200, 56], {})).toBe(true)
    expect(taken.isFree([-30, -30, 10, 10], {})).toBe(true)
  })

  it('counts the names, which are nobody’s and in everybody’s way', () => {
    const taken = new Boxes()
    taken.add([0, 0, 90, 16], null)
    taken.add([0, 20, 10, 30], {})
    expect(taken.names).toBe(1)
    expect(taken.isFree([80, 10, 120, 26], {})).toBe(false)
  })
})
