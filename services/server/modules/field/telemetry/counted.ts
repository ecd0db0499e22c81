import { QUALITY } from '@runtime/field/kinds'
import { sql } from 'kysely'

/**
 * Of `telemetry`: what means, sums and volumes are made of. A BAD reading is none. An UNCERTAIN one is: its clock is off, or it
 * has stood still for long, and to leave it out would say of water that has flowed that it has not.
 */
export const COUNTED = sql`quality < ${sql.lit(QUALITY.BAD)}`
