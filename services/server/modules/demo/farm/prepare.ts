import { randomBytes } from 'node:crypto'
import type { Reported } from '@runtime/field/kinds'
import { demoFarms } from '@services/simulator/farm/demo'
import type { SimulatorConfig } from '@services/simulator/protocol'
import { sql } from 'kysely'
import { hashGatewayToken } from '../../../devices/token'
import type { Db } from '../../../module'
import { metricNames } from '../../field/project/map/rows'

type Farms = SimulatorConfig['farms']
type Measured = Farms[number]['measured']

/** New tokens for the simulated gateways, whose hashes alone are kept, and what their devices said and measured last. */
export async function prepareFarms(db: Db): Promise<Farms> {
  const tokens = new Map(
    demoFarms()
      .flatMap(({ gateways }) => gateways)
      .map(({ id }) => [id, randomBytes(24).toString('base64url')]),
  )
  const { rows: gateways } = await sql<{ id: string; project_id: string }>`
    update gateway set token_hash = given.hash, updated_at = now()
    from unnest(${[...tokens.keys()]}::text[], ${[...tokens.values()].map(hashGatewayToken)}::text[]) as given (id, hash)
    where gateway.id = given.id and gateway.protocol = 'loam' and gateway.deleted_at is null
    returning gateway.id, gateway.project_id`.execute(db)
  const projects = [...new Set(gateways.map(({ project_id }) => project_id))]
  const farms: Farms[number][] = []
  for (const projectId of projects) {
    const own = gateways.filter((row) => row.project_id === projectId)
    farms.push({
      projectId,
      tokens: Object.fromEntries(own.map(({ id }) => [id, tokens.get(id) ?? ''])),
      reported: await reportedIn(db, projectId),
      measured: await measuredIn(db, projectId),
    })
  }
  return farms
}

async function reportedIn(db: Db, projectId: string): Promise<Farms[number]['reported']> {
  const rows = await db
    .selectFrom('device_live')
    .select(['device_id', 'reported'])
    .where('project_id', '=', projectId)
    .where('reported_at', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ device_id, reported }) => [device_id, reported as Partial<Reported>]))
}

async function measuredIn(db: Db, projectId: string): Promise<Measured> {
  const { rows } = await sql<{ id: string; metrics: number[]; values: number[]; at: number }>`
    select device.id, array_agg(metric) as metrics, array_agg(value) as values,
      (extract(epoch from max(ts)) * 1000)::float8 as at
    from telemetry_last join device on device.no = device_no
    where device.project_id = ${projectId} group by device.id`.execute(db)
  const nameOf = await metricNames(db)
  return Object.fromEntries(
    rows.map(({ id, metrics, values, at }) => {
      const named = metrics.map((metric, index) => [nameOf(metric), values[index] ?? 0])
      return [id, { at, values: Object.fromEntries(named) }]
    }),
  )
}
