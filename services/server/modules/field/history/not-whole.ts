import { sql } from 'kysely'

/** Of `water_use_record` and `run_step`: its volume is unknown, or known in part. */
export const NOT_WHOLE = sql<boolean>`(volume_m3 is null or volume_quality in ('partial', 'provisional', 'unknown'))`
