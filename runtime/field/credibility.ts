import type { Quantity } from './quantity'

/** What a sensor said, and when, in milliseconds since 1970. */
export interface Said {
  readonly at: number
  readonly value: number
}

/** What is known of a series: what was believed last, and what has come after it and waits for a second that stands by it. */
export interface Track {
  readonly good: Said | null
  readonly suspect: Said | null
}

export const NO_TRACK: Track = { good: null, suspect: null }

const MINUTE = 60_000
/** An error value that a scale was multiplied by differs in its last binary digits. */
const SAME = 1e-9

/**
 * Whether a reading can be one: it lies within what its quantity can physically be, is no maker's error value, and has not
 * changed faster than the quantity can. A jump is believed once a second reading stands by it, so that a real one is not
 * refused for ever; an error value never is, however often it comes. Readings come in the order of time; one that is older
 * than what was believed last is measured by its distance from it.
 */
export function judge(
  quantity: Quantity,
  track: Track,
  said: Said,
): { readonly isCredible: boolean; readonly track: Track } {
  const { limits, step, errorValues, perMinute } = quantity
  const { good, suspect } = track
  const refused = { isCredible: false, track }
  const believed = { isCredible: true, track: { good: said, suspect: null } }
  // Written so that what is not a number at all lies beyond the limits, too.
  if (!(said.value >= limits[0] && said.value <= limits[1])) return refused
  if (errorValues.some((error) => Math.abs(said.value - error) <= Math.abs(error) * SAME))
    return good && Math.abs(said.value - good.value) <= step ? believed : refused
  const isNear = (other: Said) => {
    const most = step + ((perMinute ?? 0) * Math.abs(said.at - other.at)) / MINUTE
    return Math.abs(said.value - other.value) <= most
  }
  if (perMinute === null || good === null || isNear(good)) return believed
  if (suspect && said.at > suspect.at && isNear(suspect)) return believed
  return { isCredible: false, track: { good, suspect: said } }
}
