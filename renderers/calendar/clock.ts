import { momentOf, type TimeZone } from '@runtime/date'

/**
 * The moment of a place in the calendar's drawing, which has the clocks of one zone as if they were UTC's (`clockOf`): no other
 * zone, of the browser or of the library, has a say in where something stands.
 */
export function momentDrawn(drawn: number, zone: TimeZone): number {
  const at = new Date(drawn)
  return momentOf(
    {
      ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
      ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
    },
    zone,
  )
}
