import { type RawBuilder, sql } from 'kysely'

type Unit = 'minute' | 'hour' | 'day'

/**
 * The minute, hour or day of a farm's clock that a time falls into, by the instant at which it begins. Where a clock is turned back by
 * half an hour (Lord Howe), the hour in which that happens has the begin that the clock shows then, up to an hour before its first reading.
 */
export const bucketOf = (unit: Unit, time: RawBuilder<unknown>, zone: RawBuilder<unknown> = sql`time_zone`) =>
  sql`date_trunc(${sql.lit(unit)}, ${time}, ${zone})`

/** What hours and days are put together from. */
export const STEPS = [
  ['hour', 'telemetry_1h', 'telemetry_1m'],
  ['day', 'telemetry_1d', 'telemetry_1h'],
] as const

/** Minutes that are summed up again, as common table expressions of SQL. */
export interface Stretches {
  /** `late`: device_no, metric, minute. */
  readonly minutes: RawBuilder<unknown>
  /** Those, and `these`: device_no, metric, begin, time_zone of their hours or days. */
  those(unit: 'hour' | 'day'): RawBuilder<unknown>
  /** Whether a `bucket` is of one of `these`. */
  within(unit: 'hour' | 'day'): RawBuilder<unknown>
}
