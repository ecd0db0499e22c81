import { describe, expect, it } from 'vitest'
import { PACE } from '../limits'
import { Pace } from './pace'

/** A pace whose clock stands until it is moved. */
function paceAt({ hasOthers = true } = {}) {
  const clock = { time: 1_000 }
  return { clock, pace: new Pace({ now: () => clock.time, hasOthers: () => hasOthers }) }
}

/** Reads what begins to count, and goes on for so many milliseconds. */
function readFor(milliseconds: number, { clock, pace }: ReturnType<typeof paceAt>) {
  pace.read(PACE.credit + 1)
  for (let passed = 0; passed < milliseconds; passed += 5) {
    clock.time += 5
    pace.read(64 * 2 ** 10)
  }
}

describe('the pace of a person’s calls', () => {
  it('is free for what everybody may have at once, and for what is earned meanwhile', () => {
    const { clock, pace } = paceAt()
    pace.read(PACE.credit)
    for (let second = 0; second < 10; second++) {
      clock.time += 1_000
      pace.read(1_000 * PACE.earned)
    }
    expect(pace.rest).toBe(0)
  })

  it('rests several times as long as was read, then reads on', () => {
    const at = paceAt()
    readFor(PACE.stretch, at)
    expect(at.pace.rest).toBe(PACE.stretch * PACE.rests)
    at.clock.time += PACE.stretch * PACE.rests
    expect(at.pace.rest).toBe(0)
    // The rest itself was no work.
    at.pace.read(64 * 2 ** 10)
    expect(at.pace.rest).toBe(0)
  })

  it('rests no longer than the longest, and takes a pause for no work', () => {
    const at = paceAt()
    at.pace.read(PACE.credit + 1)
    at.clock.time += 900
    at.pace.read(2 * PACE.credit)
    expect(at.pace.rest).toBe(Math.min(PACE.longestGap * PACE.rests, PACE.longestRest))
  })

  it('rests of what is worked on what was read, too', () => {
    const { pace } = paceAt()
    pace.work(PACE.stretch - 1)
    expect(pace.rest).toBe(0)
    pace.work(1)
    expect(pace.rest).toBe(PACE.stretch * PACE.rests)
  })

  it('is as fast as it can be while nobody else is there', () => {
    const at = paceAt({ hasOthers: false })
    readFor(500, at)
    at.pace.work(500)
    expect(at.pace.rest).toBe(0)
  })
})
