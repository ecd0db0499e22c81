/** No reading of ours is from before: a clock that says so has lost its time (1970, 1980, 2000, the year 1). */
export const EARLIEST = Date.UTC(2020, 0, 1)

/** A moment in words, as RFC 3339 writes it, with a blank for its `T` and without seconds or colon in the offset too. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d:?\d\d)?$/i
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * The time that a member of a message is, in milliseconds since 1970: a number, one in quotes, or a moment in words. Words without
 * an offset are UTC: whose zone else they would be of, nobody can say. Digits beyond milliseconds are passed over.
 *
 * @param absent taken where there is none, or null
 * @returns NaN for what is no time: it is never silently now
 */
export function timeOf(value: unknown, absent: number): number {
  if (value === undefined || value === null) return absent
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (NUMBER.test(text)) return timeOf(Number(text), absent)
  const [, date, minute, second = '00', fraction = '', offset = 'Z'] = MOMENT.exec(text) ?? []
  if (date === undefined) return Number.NaN
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  return Date.parse(`${date}T${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`)
}
