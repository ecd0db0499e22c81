import { GROUP_STATE, PUMP_STATE } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../module'
import { type Groups, namesOf } from './references'

const UNDER_WAY = sql`state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')`

/** Who has commands under way to devices (`design/field.md §2.2`), by device: none of them may lose its actuator. */
export async function underWayTo(
  db: Db | Tx,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await sql<{ device_id: string; names: readonly string[] }>`
    select actuator_id as device_id, array_agg(issued_by_name order by issued_by_name) as names from command
    where actuator_id = any(${[...deviceIds]}::text[]) and ${UNDER_WAY} group by actuator_id`.execute(db)
  return new Map(rows.map(({ device_id, names }) => [device_id, names]))
}

/**
 * Which of these devices are online and say that they run, move or let water through. What is taken away then is seen by no
 * interlock any more, and stopped by no stop-all.
 */
export async function workingAmong(db: Db | Tx, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set()
  const { rows } = await sql<{ device_id: string }>`
    select device_id from device_live where device_id = any(${[...deviceIds]}::text[]) and state = 0 and (
      coalesce((reported ->> 'st')::float8, 0) not in (${PUMP_STATE.stopped}, ${PUMP_STATE.fault})
      or coalesce((reported ->> 'mov')::float8, 0) <> 0
      or coalesce((reported ->> 'dir')::float8, 0) <> 0
      or coalesce((reported ->> 'gat')::float8, 0) > 0)`.execute(db)
  return new Set(rows.map(({ device_id }) => device_id))
}

/** The rotation groups of nodes, by node. */
export async function groupsAt(
  db: Db | Tx,
  nodeIds: readonly string[],
): Promise<ReadonlyMap<string, Groups>> {
  if (nodeIds.length === 0) return new Map()
  const { rows } = await sql<Groups & { node_id: string }>`
    select node_id, array_agg(name order by name) as "all", coalesce(array_agg(name order by name)
      filter (where state in (${GROUP_STATE.running}, ${GROUP_STATE.paused})), '{}') as busy
    from irrigation_group_member join irrigation_group on irrigation_group.id = group_id
    where node_id = any(${[...nodeIds]}::text[]) and deleted_at is null group by node_id`.execute(db)
  return new Map(rows.map(({ node_id, ...groups }) => [node_id, groups]))
}

/** Irrigation plans that go by what a device measures. */
export const schedulesBy = (tx: Tx, deviceId: unknown): Promise<readonly string[]> =>
  namesOf(
    tx,
    sql`from schedule where deleted_at is null
      and (soil -> 'deviceIds' ? ${deviceId}::text or et ->> 'deviceId' = ${deviceId})`,
  )

/** Alarm rules for one device alone. */
export const alarmRulesFor = (tx: Tx, deviceId: unknown): Promise<readonly string[]> =>
  namesOf(tx, sql`from alarm_rule where device_id = ${deviceId}`)

/** Fertilizer recipes of a spreader. */
export const recipesOf = (tx: Tx, deviceId: unknown): Promise<readonly string[]> =>
  namesOf(tx, sql`from fert_recipe where device_id = ${deviceId} and deleted_at is null`)
