import { describe, expect, it } from 'vitest'
import { type Freshness, freshnessAt, isOnlyFrozen } from './freshness'
import { DEVICE_STATE } from './kinds'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
/** A soil station that reports every ten minutes and has just done so. */
const station: Freshness = {
  ...{ deviceState: DEVICE_STATE.online, ts: NOW, staleAfter: 1500, readAt: NOW },
  last: { vwc20: 23, vwc40: 25, bat: 3.7 },
}
const freshness = (changes: Freshness, now = NOW) => freshnessAt({ ...station, ...changes }, now)

describe('how far a device can be believed', () => {
  it('is by its worst: silence, its word on itself, and each of its readings', () => {
    expect(freshness({}).quality).toBe('GOOD')
    expect(freshness({ lastQuality: { vwc40: 'UNCERTAIN' } }).quality).toBe('UNCERTAIN')
    expect(freshness({ reportQuality: 'UNCERTAIN' }).quality).toBe('UNCERTAIN')
    expect(freshness({ lastQuality: { bat: 'BAD' } }).quality).toBe('BAD')
    expect(freshness({ deviceState: DEVICE_STATE.offline }).quality).toBe('STALE')
    expect(freshness({ ts: null }).quality).toBe('STALE')
  })

  it('ends with the first of its metrics that stops, however often it says the others or itself', () => {
    const stopped = { lastAt: { vwc40: NOW - 25 * MINUTE } }
    expect(freshness(stopped)).toEqual({ quality: 'GOOD', staleAt: NOW })
    expect(freshness({ ...stopped, ts: NOW + 1 }, NOW + 1)).toMatchObject({ quality: 'STALE' })
    // A valve's readings are named by their times alone.
    expect(freshness({ last: {}, lastAt: { gat: NOW - 26 * MINUTE } }).quality).toBe('STALE')
    // Whether it is still so the time says, not the word of a while ago.
    expect(freshness({ lastQuality: { vwc40: 'STALE' } }).quality).toBe('GOOD')
  })

  it('does not end with a name of its own that nobody expects', () => {
    expect(freshness({ lastAt: { cycles: 0 } }).quality).toBe('GOOD')
    expect(freshness({ lastAt: { cycles: 0 }, lastQuality: { cycles: 'UNCERTAIN' } }).quality).toBe(
      'UNCERTAIN',
    )
  })

  it('has a reason where its readings stand still, and is stale for that only when it falls silent', () => {
    const still = { lastQuality: { vwc40: 'UNCERTAIN' }, frozen: { vwc40: 1, bat: 0 } } as const
    expect(freshness(still)).toEqual(freshness({ lastQuality: { vwc40: 'UNCERTAIN' } }))
    expect(freshness(still).quality).toBe('UNCERTAIN')
    expect(isOnlyFrozen(still)).toBe(true)
    expect(isOnlyFrozen({ ...still, reportQuality: 'UNCERTAIN' })).toBe(false)
    expect(isOnlyFrozen({ ...still, lastQuality: { vwc40: 'UNCERTAIN', bat: 'UNCERTAIN' } })).toBe(false)
    expect(isOnlyFrozen({ frozen: { vwc40: 1 } })).toBe(false)
  })

  it('ends by its own interval where that is longer than the metric’s', () => {
    const hourly = { staleAfter: 9000, ts: NOW, readAt: NOW - 2 * 60 * MINUTE }
    expect(freshness(hourly).quality).toBe('GOOD')
    expect(freshness(hourly, NOW + 31 * MINUTE).quality).toBe('STALE')
  })
})
