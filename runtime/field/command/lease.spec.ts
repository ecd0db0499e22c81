import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Command,
  type CommandState,
  draft,
  endOfLease,
  isDue,
  isOverdue,
  leaseAfter,
  leaseOnWire,
  standingAfter,
  type Target,
} from './index'

const NOW = 1_790_000_000_000
const OPEN: Target = { op: 'valve.set', direction: 1, gatage: 100 }

function ended(target: Target, state: CommandState): Command {
  const of = { id: 'c', actuatorId: 'V', seq: 1, target, risk: 'B', isEssential: false } as const
  const waits = { linkClass: 'IP', uplinkEverySec: 5, angles: null } as const
  return { ...draft({ ...of, ...waits, issuedAt: NOW, expiresAt: NOW + 60_000 }), state }
}

describe('the end of a lease', () => {
  it('is no later for a pump and no sooner for a valve, however late the message comes and whatever the clock says', () => {
    const times = fc.record({
      lasts: fc.integer({ min: 61_000, max: 7_200_000 }),
      ttl: fc.integer({ min: 1, max: 60_000 }),
      late: fc.double({ min: 0, max: 1, noNaN: true }),
      isSynchronised: fc.boolean(),
    })
    fc.assert(
      fc.property(times, ({ lasts, ttl, late, isSynchronised }) => {
        const until = NOW + lasts
        const [exp, receivedAt] = [NOW + ttl, NOW + ttl * late]
        const endOf = (target: Target) =>
          endOfLease(leaseOnWire({ ...target, until }, { exp, now: NOW }), receivedAt, isSynchronised) ?? 0
        expect(endOf({ op: 'pump.start' })).toBeLessThanOrEqual(until)
        expect(endOf(OPEN)).toBeGreaterThanOrEqual(until)
      }),
    )
  })

  it('counts at its worse until it is proved: of a valve the sooner, of a pump the later', () => {
    const [sooner, later] = [NOW + 1_000, NOW + 2_000]
    const start: Target = { op: 'pump.start' }
    for (const state of ['TIMEOUT', 'FAILED', 'SUPERSEDED', 'EXPIRED'] as const) {
      expect(leaseAfter(sooner, ended({ ...OPEN, until: later }, state))).toBe(sooner)
      expect(leaseAfter(later, ended({ ...OPEN, until: sooner }, state))).toBe(sooner)
      expect(leaseAfter(sooner, ended({ ...start, until: later }, state))).toBe(later)
      expect(leaseAfter(later, ended({ ...start, until: sooner }, state))).toBe(later)
    }
    for (const state of ['VERIFIED', 'LATE_VERIFIED'] as const)
      expect(leaseAfter(sooner, ended({ ...OPEN, until: later }, state))).toBe(later)
    expect(leaseAfter(sooner, ended({ ...start, until: later }, 'REJECTED'))).toBe(sooner)
    expect(leaseAfter(sooner, ended({ op: 'pump.stop' }, 'TIMEOUT'))).toBe(sooner)
    expect(leaseAfter(sooner, ended({ op: 'pump.stop' }, 'VERIFIED'))).toBeNull()
    expect(leaseAfter(sooner, ended({ ...OPEN, direction: 0, gatage: 0 }, 'VERIFIED'))).toBeNull()
    expect(leaseAfter(sooner, ended({ op: 'pump.freq', value: 40 }, 'VERIFIED'))).toBe(sooner)
  })

  it('is renewed for the last command that was proved, and for none that somebody has ended', () => {
    expect(standingAfter(null, ended(OPEN, 'VERIFIED'))).toBe('c')
    expect(standingAfter('before', ended(OPEN, 'TIMEOUT'))).toBe('before')
    expect(standingAfter('before', ended({ op: 'pump.stop' }, 'TIMEOUT'))).toBeNull()
    expect(standingAfter('before', ended({ op: 'pump.stop' }, 'REJECTED'))).toBe('before')
    expect(standingAfter('before', ended({ op: 'pump.freq', value: 40 }, 'VERIFIED'))).toBe('before')
  })

  it('is due at half and too late at a quarter of what is wanted', () => {
    const wanted = NOW + 1_200
    expect([NOW + 600, NOW + 599].map((end) => isDue(end, wanted, NOW))).toEqual([false, true])
    expect([NOW + 300, NOW + 299].map((end) => isOverdue(end, wanted, NOW))).toEqual([false, true])
    expect(isDue(null, wanted, NOW)).toBe(true)
    expect(isOverdue(null, wanted, NOW)).toBe(false)
  })
})
