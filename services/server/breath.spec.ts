import { type Pieces, whole } from '@runtime/pieces'
import { describe, expect, it } from 'vitest'
import { breathing } from './breath'

/** Works for so many milliseconds, in pieces of one. */
function* working(milliseconds: number): Pieces<string> {
  for (let piece = 0; piece < milliseconds; piece++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield
  }
  return 'done'
}

describe('work a piece at a time', () => {
  it('lets others have their turn between the pieces, and comes to the same', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    expect(await breathing(working(60))).toBe('done')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
    expect(whole(working(2))).toBe('done')
  })
})
