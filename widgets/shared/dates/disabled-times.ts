import type { Range } from '@runtime/widget/moment-bound'

const HOUR = 3_600_000
const MINUTE = 60_000

export interface DisabledTimes {
  disabledHours(): number[]
  disabledMinutes(hour?: number): number[]
  disabledSeconds(hour?: number, minute?: number): number[]
}

/**
 * Which hours, minutes and seconds of a day lie wholly outside a range. `day` and the range count milliseconds from the
 * same origin; without a day nothing is disabled.
 */
export function disabledTimes(
  day: number | undefined,
  { start, end }: Pick<Range, 'start' | 'end'>,
): DisabledTimes {
  const outside = (count: number, from: number, length: number): number[] =>
    day === undefined
      ? []
      : Array.from({ length: count }, (_, index) => index).filter((index) => {
          const first = day + from + index * length
          return (start !== null && first + length <= start) || (end !== null && first > end)
        })
  return {
    disabledHours: () => outside(24, 0, HOUR),
    disabledMinutes: (hour) => (hour === undefined ? [] : outside(60, hour * HOUR, MINUTE)),
    disabledSeconds: (hour, minute) =>
      hour === undefined || minute === undefined ? [] : outside(60, hour * HOUR + minute * MINUTE, 1000),
  }
}
