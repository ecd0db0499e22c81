import type { Suppression } from '@runtime/field/alarm/rule'
import { PUMP_STATE } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'

/** Something that an alarm may be about, and the circumstance in which it would mean nothing. */
export interface Suppressible {
  readonly projectId: string
  readonly sourceId: string
  readonly when: string
}

/** Which of these mean nothing as things stand: keys are `when`, project and source, as `suppressionKey` makes them. */
export async function suppressedAmong(
  db: Db | Tx,
  requested: readonly Suppressible[],
): Promise<ReadonlySet<string>> {
  const of = (when: Suppression) => requested.filter((one) => one.when === when)
  const found = new Set<string>()
  const dry = of('noPumpRunning')
  if (dry.length > 0) {
    const running = await projectsWithPump(
      db,
      dry.map(({ projectId }) => projectId),
    )
    for (const one of dry) if (!running.has(one.projectId)) found.add(suppressionKey(one))
  }
  const orphans = of('gatewayOffline')
  if (orphans.length > 0) {
    const away = await behindDeadGateways(
      db,
      orphans.map(({ sourceId }) => sourceId),
    )
    for (const one of orphans) if (away.has(one.sourceId)) found.add(suppressionKey(one))
  }
  return found
}

export const suppressionKey = ({ projectId, sourceId, when }: Suppressible) =>
  `${when}\n${projectId}\n${sourceId}`

async function projectsWithPump(db: Db | Tx, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct device.project_id from device join device_live on device_live.device_id = device.id
    where device.kind = 'PUMP' and device.project_id = any(${[...new Set(projectIds)]}::text[])
      and (device_live.reported->>'st')::int = any(${[PUMP_STATE.starting, PUMP_STATE.running]}::int[])`.execute(
    db,
  )
  return new Set(rows.map(({ project_id }) => project_id))
}

async function behindDeadGateways(db: Db | Tx, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select device.id from device join gateway on gateway.id = device.gateway_id
    where device.id = any(${[...new Set(deviceIds)]}::text[]) and not gateway.is_online`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
