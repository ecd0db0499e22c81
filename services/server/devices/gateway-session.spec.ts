import { describe, expect, it } from 'vitest'
import { beginSession, isEndedBy } from './gateway-session'

/** The session after these births, and which of the wills end it. */
const endsOf = (births: readonly number[], wills: readonly number[]) => {
  const session = births.reduce<ReturnType<typeof beginSession> | undefined>(beginSession, undefined)
  if (!session) throw new Error('no birth')
  return wills.filter((will) => isEndedBy(session, will))
}

describe('a session', () => {
  it('is ended by its own will, or by that of a later one that nobody heard begin', () => {
    expect(endsOf([12], [11, 12, 13])).toEqual([12, 13])
    expect(endsOf([1_790_086_400], [1_790_000_000, 1_790_086_400, 1_790_172_800])).toEqual([
      1_790_086_400, 1_790_172_800,
    ])
  })

  it('is begun by a birth whatever its number: a client that is restarted counts from nought', () => {
    expect(endsOf([7, 0], [0, 7])).toEqual([0])
    expect(endsOf([0, 1, 2, 0], [0, 1, 2])).toEqual([0])
    // By far more than half way round, and in our own counting.
    expect(endsOf([200, 0], [0, 200])).toEqual([0])
    expect(endsOf([1_790_000_000, 1], [1, 1_790_000_000])).toEqual([1])
  })

  it('goes on after 255 with nought', () => {
    expect(endsOf([254, 255, 0], [254, 255, 0])).toEqual([0])
    expect(endsOf([255], [0])).toEqual([0])
    expect(endsOf([0], [255])).toEqual([])
  })

  it('goes on with a birth that comes again, and remembers the sessions of a bad line', () => {
    expect(endsOf([3, 4, 4], [3, 4])).toEqual([4])
    expect(endsOf([7, 0, 1, 2], [7, 0, 1, 2])).toEqual([2])
    const many = Array.from({ length: 40 }, (_, index) => (index * 37) % 256)
    const session = many.reduce<ReturnType<typeof beginSession> | undefined>(beginSession, undefined)
    expect(session?.ended.length).toBe(8)
  })
})
