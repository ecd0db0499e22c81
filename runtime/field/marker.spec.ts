import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceCondition, gatewayCondition, isLate, valveCondition } from './marker'

describe('a valve', () => {
  it.each([
    [{ isAlert: 1, deviceState: 1, openDirection: 1, gatage: 100 }, 'warning'],
    [{ isAlert: 1, deviceState: 0, openDirection: 0, gatage: 0 }, 'warning'],
    [{ isAlert: 0, deviceState: 1, openDirection: 1, gatage: 100 }, 'offline'],
    [{ isAlert: 0, deviceState: 0, openDirection: 2, gatage: 0 }, 'open'],
    [{ isAlert: 0, deviceState: 0, openDirection: 0, gatage: 5 }, 'open'],
    [{ isAlert: 0, deviceState: 2, openDirection: 3, gatage: 0 }, 'open'],
    [{ isAlert: 0, deviceState: 0, openDirection: 0, gatage: 0 }, 'normal'],
    [{}, 'normal'],
  ] as const)('%o is %s', (facts, condition) => {
    expect(valveCondition(facts)).toBe(condition)
  })

  it('with an alarm is never shown as anything else, and offline never as open', () => {
    const facts = fc.record({
      isAlert: fc.constantFrom(0, 1),
      deviceState: fc.integer({ min: 0, max: 3 }),
      openDirection: fc.integer({ min: 0, max: 3 }),
      gatage: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(facts, (valve) => {
        const shown = valveCondition(valve)
        if (valve.isAlert) expect(shown).toBe('warning')
        else if (valve.deviceState === 1) expect(shown).toBe('offline')
        else expect(shown === 'open').toBe(valve.openDirection !== 0 || valve.gatage !== 0)
      }),
    )
  })
})

describe('a gateway', () => {
  it.each([
    [{ gatewayBattery: 3.99, isOnline: 0 }, 'warning'],
    [{ gatewayBattery: 3.99, isOnline: 1 }, 'warning'],
    [{ gatewayBattery: 4, isOnline: 0 }, 'offline'],
    [{ gatewayBattery: 12.6, isOnline: 1 }, 'normal'],
    [{ gatewayBattery: null, isOnline: 1 }, 'normal'],
    [{ gatewayBattery: 0, isOnline: 1 }, 'warning'],
  ] as const)('%o is %s', (facts, condition) => {
    expect(gatewayCondition(facts)).toBe(condition)
  })
})

describe('another device', () => {
  it('warns of an alarm or a fault first, then of being offline', () => {
    expect(deviceCondition({ isAlert: 1, deviceState: 1 })).toBe('warning')
    expect(deviceCondition({ isAlert: 0, deviceState: 2 })).toBe('warning')
    expect(deviceCondition({ isAlert: 0, deviceState: 1 })).toBe('offline')
    expect(deviceCondition({ isAlert: 0, deviceState: 3 })).toBe('normal')
  })
})

describe('time', () => {
  it('makes stale what is late or was never heard of', () => {
    const now = 1_790_000_000_000
    expect(isLate(now - 60_000, 60, now)).toBe(false)
    expect(isLate(now - 60_001, 60, now)).toBe(true)
    expect(isLate(null, 60, now)).toBe(true)
    expect(isLate(null, 0, now)).toBe(false)
  })
})
