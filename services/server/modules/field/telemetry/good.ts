import { QUALITY } from '@runtime/field/kinds'
import { sql } from 'kysely'

/** Columns of `telemetry_last`: the newest GOOD reading of a series, null where there is none. What decides goes by it. */
export const GOOD = {
  ts: sql<Date | null>`case when quality = ${sql.lit(QUALITY.GOOD)} then ts else good_ts end`,
  value: sql<number | null>`case when quality = ${sql.lit(QUALITY.GOOD)} then value else good_value end`,
} as const
