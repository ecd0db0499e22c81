import { describe, expect, it } from 'vitest'
import { ServerClock } from './server-clock'

const HERE = 1_790_000_000_000

describe("the server's clock", () => {
  it('is that of this device until the server has said a word', () => {
    expect(new ServerClock().at(HERE)).toBe(HERE)
  })

  it.each([3_600_000, -3_600_000])('is followed where this device is %d ms off', (off) => {
    const clock = new ServerClock()
    clock.hear(HERE + off, HERE)
    expect(clock.at(HERE + 10_000)).toBe(HERE + off + 10_000)
  })

  it('is taken from the quickest word', () => {
    const clock = new ServerClock()
    clock.hear(HERE - 900, HERE)
    clock.hear(HERE + 960, HERE + 1_000)
    clock.hear(HERE + 1_000, HERE + 2_000)
    expect(clock.at(HERE + 3_000)).toBe(HERE + 2_960)
  })

  it('is learnt anew when the clock of this device is set', () => {
    const clock = new ServerClock()
    clock.hear(HERE, HERE)
    clock.hear(HERE + 1_000, HERE + 1_000 + 86_400_000)
    expect(clock.at(HERE + 86_402_000)).toBe(HERE + 2_000)
  })
})
