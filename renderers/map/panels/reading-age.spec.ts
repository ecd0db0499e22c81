import { describe, expect, it } from 'vitest'
import { isSilent, readingStates } from './reading-age'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const station = {
  deviceState: 0,
  ts: NOW - MINUTE,
  staleAfter: 1_500,
  readAt: NOW - MINUTE,
  last: { vwc20: 23.4, vwc40: 25.1 },
}

describe('readings of a device', () => {
  it('are of now while it reports them', () => {
    expect(readingStates(station, NOW).get('vwc20')).toMatchObject({ isStale: false, age: MINUTE })
  })

  it('that stand still are of now, and say so', () => {
    const still = { ...station, lastQuality: { vwc20: 'UNCERTAIN' }, frozen: { vwc20: 1, vwc40: 0 } } as const
    expect(readingStates(still, NOW).get('vwc20')).toMatchObject({ isStale: false, isFrozen: true })
    expect(readingStates(still, NOW).get('vwc40')).toMatchObject({ isStale: false, isFrozen: false })
  })

  it('are old one by one where a metric has stopped', () => {
    const states = readingStates({ ...station, lastAt: { vwc40: NOW - 60 * MINUTE } }, NOW)
    expect(states.get('vwc20')?.isStale).toBe(false)
    expect(states.get('vwc40')).toMatchObject({ isStale: true, age: 60 * MINUTE })
  })

  it('are old together where the device is silent or offline', () => {
    expect(isSilent(station, NOW)).toBe(false)
    for (const silent of [
      { ...station, deviceState: 1 },
      { ...station, ts: NOW - 26 * MINUTE, readAt: NOW - 26 * MINUTE },
    ]) {
      expect(isSilent(silent, NOW)).toBe(true)
      expect([...readingStates(silent, NOW).values()].map(({ isStale }) => isStale)).toEqual([true, true])
    }
  })

  it('that say no time of their own are as old as its last word', () => {
    const { readAt: _, ...plain } = station
    expect(readingStates(plain, NOW + 60 * MINUTE).get('vwc40')).toMatchObject({
      isStale: true,
      age: 61 * MINUTE,
    })
  })
})
