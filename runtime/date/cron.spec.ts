import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronFault, cronOf, type Rhythm, rhythmOf } from './cron'

const hour = fc.nat(23)
const minute = fc.nat(59)
const days = (least: number, most: number) =>
  fc
    .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 7 })
    .map((list) => list.toSorted((a, b) => a - b))
const rhythm: fc.Arbitrary<Rhythm> = fc.oneof(
  fc.record({ kind: fc.constant('minutes' as const), every: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('hours' as const), every: fc.integer({ min: 1, max: 12 }), minute }),
  fc.record({ kind: fc.constant('daily' as const), hour, minute }),
  fc.record({ kind: fc.constant('weekly' as const), days: days(0, 6), hour, minute }),
  fc.record({ kind: fc.constant('monthly' as const), days: days(1, 28), hour, minute }),
)

describe('the rhythm of a cron expression', () => {
  it('comes back from the expression that it makes', () => {
    fc.assert(
      fc.property(rhythm, (given) => {
        expect(cronFault(cronOf(given))).toBeNull()
        expect(rhythmOf(cronOf(given))).toEqual(given)
      }),
    )
  })

  it.each(['0 6 * 4 *', '0 6 1 * 1', '*/5 6 * * *', '0-30 6 * * *', '0 6 L * *', 'x', ''])(
    '%s has none',
    (expression) => {
      expect(rhythmOf(expression)).toBeNull()
    },
  )
})
