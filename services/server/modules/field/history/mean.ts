import { metricByName } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db } from '../../../module'
import { COUNTED } from '../telemetry/counted'
import type { Stretch } from './shares'

const codeOf = (metric: string) => metricByName(metric)?.code ?? -1

/** The mean of a metric over a time; null without a reading. */
export async function meanOver(
  db: Db,
  deviceNo: number,
  metric: string,
  { from, to }: Stretch,
): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`
    select avg(value) as mean from telemetry
    where device_no = ${deviceNo} and metric = ${codeOf(metric)} and ${COUNTED}
      and ts between ${new Date(from)} and ${new Date(to)}`.execute(db)
  return rows[0]?.mean ?? null
}
