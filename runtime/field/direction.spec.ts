import { describe, expect, it } from 'vitest'
import { inCircle, meanDirection, passesRound, unwound, type Vector, vectorOf } from './direction'

const meanOf = (...degrees: readonly number[]) => {
  const sum = degrees.map(vectorOf).reduce(([east, north], [x, y]): Vector => [east + x, north + y])
  return meanDirection(sum, degrees.length)
}

describe('directions', () => {
  it('have the mean of their vectors', () => {
    expect(meanOf(350, 10)).toBe(0)
    expect(meanOf(340, 350)).toBe(345)
    expect(meanOf(80, 100)).toBe(90)
    expect(meanOf(359, 3)).toBe(1)
  })

  it('that cancel each other out point nowhere', () => {
    expect(meanOf(90, 270)).toBeNull()
    expect(meanDirection([0, 0], 0)).toBeNull()
  })

  it('go on over north without a jump, and pass there', () => {
    expect(unwound([350, 359, 2, 10, 355])).toEqual([350, 359, 362, 370, 355])
    expect([-2, 0, 359, 360, 725].map(inCircle)).toEqual([358, 0, 359, 0, 5])
    expect(passesRound(359, 1, 360)).toBe(true)
    expect(passesRound(90, 200, 360)).toBe(false)
    expect(passesRound(359, 1, undefined)).toBe(false)
  })
})
