import { describe, expect, it } from 'vitest'
import { wallOf } from './wall'

describe('the clock of a chart', () => {
  it('is that of its zone, there and back, whatever the machine’s', () => {
    const { toWall, fromWall } = wallOf('Asia/Shanghai')
    const at = Date.UTC(2026, 6, 1, 20, 30, 15, 250)
    expect(toWall(at)).toBe(Date.UTC(2026, 6, 2, 4, 30, 15, 250))
    expect(fromWall(toWall(at))).toBe(at)
  })

  it('follows the change of the clocks', () => {
    const { toWall } = wallOf('Europe/Berlin')
    const change = Date.UTC(2026, 2, 29, 1)
    expect(toWall(change - 1)).toBe(change - 1 + 3_600_000)
    expect(toWall(change)).toBe(change + 2 * 3_600_000)
  })
})
