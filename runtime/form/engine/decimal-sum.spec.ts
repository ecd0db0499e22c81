import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumDecimal } from '../../expression'
import { DecimalSum } from './decimal-sum'

describe('DecimalSum', () => {
  it('adds decimals as people do', () => {
    const sum = new DecimalSum()
    for (const value of [0.1, 0.2, '1,000.05', null, 'x', '']) sum.add(value)
    expect([sum.value, sum.count]).toEqual([1000.35, 3])
  })

  it('gives back exactly what it took', () => {
    const amount = fc.oneof(
      fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
      fc.constantFrom(1e-9, 1e15, -1e15, 123456789.987),
    )
    fc.assert(
      fc.property(fc.array(amount), fc.array(amount), (kept, gone) => {
        const sum = new DecimalSum()
        for (const value of [...kept, ...gone]) sum.add(value)
        for (const value of gone) sum.remove(value)
        expect(sum.value).toBeCloseTo(sumDecimal(kept), 9)
        expect(sum.count).toBe(kept.length)
        const cents = kept.filter(
          (value) => Math.abs(value) < 1e9 && Number.isInteger(Math.round(value * 1e4) / 1e2),
        )
        const exact = new DecimalSum()
        for (const value of [...cents, ...gone]) exact.add(value)
        for (const value of gone) exact.remove(value)
        expect(exact.value).toBe(sumDecimal(cents))
      }),
    )
  })
})
