import { draft, expiryOf, messageExpiry } from '@runtime/field/command'
import { describe, expect, it } from 'vitest'
import { payloadOf } from './targets'

const WAITS = { linkClass: 'IP', uplinkEverySec: 5 } as const

const made = (
  isEssential: boolean,
  waits: Partial<typeof WAITS> | { linkClass: 'A'; uplinkEverySec: 600 } = {},
) => {
  const link = { ...WAITS, ...waits }
  return draft({
    ...{ id: 'c', actuatorId: 'P1', seq: 7, risk: 'B', angles: null, issuedAt: 0, isEssential },
    target: { op: isEssential ? 'pump.stop' : 'pump.start' },
    expiresAt: expiryOf(0, link),
    ...link,
  })
}

describe('the message of a command', () => {
  it('ends with the command', () => {
    expect(payloadOf(made(false), 59_000, 'v1')).toMatchObject({ exp: 60_000, ttlMs: 1_000 })
  })

  it('of a stop ends before anything newer to its device would, however often it is sent', () => {
    const stop = made(true)
    for (const now of [0, 5_000, 600_000]) {
      const { exp, ttlMs } = payloadOf(stop, now, 'v1')
      expect(exp).toBe(messageExpiry(stop, now))
      expect(ttlMs).toBe(20_000)
    }
    expect(payloadOf(stop, 0, 'v1').exp).toBeLessThanOrEqual(stop.expiresAt)
  })

  it('of a stop waits until a device listens that speaks seldom', () => {
    const stop = made(true, { linkClass: 'A', uplinkEverySec: 600 })
    expect(payloadOf(stop, 0, 'v1').exp).toBe(stop.expiresAt)
  })
})
