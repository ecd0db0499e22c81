import { describe, expect, it } from 'vitest'
import { DEVICE_STATE, QUALITY } from './kinds'
import { deviceStateOf, type Heard, qualityOf, staleAfterSec } from './quality'

const NOW = 1_790_000_000_000
const fresh: Heard = { deviceState: DEVICE_STATE.online, ts: NOW - 60_000, staleAfter: 100 }

describe('what is shown of a device', () => {
  it.each<[string, Partial<Heard>, string]>([
    ['is good while it reports in time', {}, 'GOOD'],
    ['is still good at the very end of its time', { ts: NOW - 100_000 }, 'GOOD'],
    ['is stale after it', { ts: NOW - 100_001 }, 'STALE'],
    ['is stale when it is offline, however fresh', { deviceState: DEVICE_STATE.offline, ts: NOW }, 'STALE'],
    ['is stale when it was never heard of', { ts: null }, 'STALE'],
    ['is as uncertain as its worst reading', { readings: QUALITY.UNCERTAIN }, 'UNCERTAIN'],
    ['is stale before it is uncertain', { readings: QUALITY.UNCERTAIN, ts: null }, 'STALE'],
    ['is bad before it is stale', { readings: QUALITY.BAD, ts: null }, 'BAD'],
    ['stays good in a fault: it says so itself', { deviceState: DEVICE_STATE.fault }, 'GOOD'],
  ])('%s', (_, heard, expected) => {
    expect(qualityOf({ ...fresh, ...heard }, NOW)).toBe(expected)
  })

  it('is stale after two and a half of its intervals', () => {
    expect(staleAfterSec(300)).toBe(750)
  })
})

it('Maintenance hides neither silence nor a fault', () => {
  const { online, offline, fault, maintenance } = DEVICE_STATE
  expect([online, offline, fault, null].map((state) => deviceStateOf(state, true))).toEqual([
    maintenance,
    offline,
    fault,
    offline,
  ])
  expect([online, offline, fault, null].map((state) => deviceStateOf(state, false))).toEqual([
    online,
    offline,
    fault,
    offline,
  ])
})
