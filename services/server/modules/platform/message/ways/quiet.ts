import { momentOf, partsOf, type TimeZone } from '@runtime/date/calendar'

/** Hours in which nothing leaves to a person: `HH:mm` in the product's zone, `to` on the next day where it is the earlier one. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

/** When the quiet hours end that hold at a moment (both ms since 1970); undefined where none do. */
export function quietUntil(now: number, { from, to }: QuietHours, zone: TimeZone): number | undefined {
  const { year, month, day, hour, minute } = partsOf(now, zone)
  const at = hour * 60 + minute
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const isPastMidnight = end < begin
  const isQuiet = isPastMidnight ? at >= begin || at < end : at >= begin && at < end
  if (!isQuiet) return undefined
  const isTomorrow = isPastMidnight && at >= begin
  return momentOf({ year, month, day: day + (isTomorrow ? 1 : 0), minute: end }, zone)
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
