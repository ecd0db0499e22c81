import { GROUP_STATE, PUMP_STATE } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Tx } from '../../../module'
import { namesOf } from './look'

/** Who has commands under way to a device (`design/field.md §2.2`): none of them may lose its actuator. */
export const commandersOf = (tx: Tx, deviceId: unknown): Promise<readonly string[]> =>
  namesOf(
    tx,
    sql`from (
      select issued_by_name as name from command
      where actuator_id = ${deviceId} and state in ('AWAIT_CONFIRM', 'QUEUED', 'SENT', 'ACCEPTED', 'EXECUTING')
    ) as under_way`,
  )

/**
 * Whether a device that is online says that it runs, moves or lets water through. What is taken away then is seen by no
 * interlock any more, and stopped by no stop-all.
 */
export async function isWorking(tx: Tx, deviceId: unknown): Promise<boolean> {
  const { rows } = await sql<{ is_working: boolean }>`
    select exists (
      select from device_live where device_id = ${deviceId} and state = 0 and (
        coalesce((reported ->> 'st')::float8, 0) not in (${PUMP_STATE.stopped}, ${PUMP_STATE.fault})
        or coalesce((reported ->> 'mov')::float8, 0) <> 0
        or coalesce((reported ->> 'dir')::float8, 0) <> 0
        or coalesce((reported ->> 'gat')::float8, 0) > 0)
    ) as is_working`.execute(tx)
  return rows[0]?.is_working ?? false
}

/** Rotation groups that water by a node, and those of them that are at it or rest in the middle. */
export async function groupsOf(
  tx: Tx,
  nodeId: unknown,
): Promise<{ readonly all: readonly string[]; readonly busy: readonly string[] }> {
  const of = sql`from irrigation_group where deleted_at is null
    and id in (select group_id from irrigation_group_member where node_id = ${nodeId})`
  const all = await namesOf(tx, of)
  const busy = await namesOf(tx, sql`${of} and state in (${GROUP_STATE.running}, ${GROUP_STATE.paused})`)
  return { all, busy }
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
