import { sql } from 'kysely'

/**
 * The last seven days of a project by its own clock, today the last, as the beginning of a statement: `midnight (today, zone)`
 * and `day (part, begin, finish)`, `part` from -6 to 0.
 */
export const lastDays = (projectId: string) => sql`
  midnight as (select date_trunc('day', now(), time_zone) as today, time_zone as zone from project where id = ${projectId}),
  day as (select part, today + make_interval(days => part) as begin, today + make_interval(days => part + 1) as finish
    from midnight, generate_series(-6, 0) as part)`
