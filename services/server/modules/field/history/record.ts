import { DIRECTION, metricByName } from '@runtime/field/kinds'
import { flowedIn } from '@runtime/field/meter'
import { type RawBuilder, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import type { RunPlan } from '../command/tables'
import { energyOfPump } from './energy'
import { meanOver } from './mean'
import { type Share, sharesOf, type Turn } from './shares'
import { completeStep } from './steps'
import type { EquipmentRunTable } from './tables'
import { volumeOfPump } from './volume'
import { FARTHEST, gapOf, readingsOf } from './volume-facts'

/** Readings of a time are here so long after it, in milliseconds. */
const SETTLED = 60_000
/** Parts of a run by hand that are shorter are the coming and going of a turn. */
const LEAST_BY_HAND = 120_000
/** Runs that are worked out together. */
const AT_ONCE = 50
/** Channels of a spreader (`runtime/field/kinds`). */
const CHANNELS = [1, 2, 3] as const
const M2_PER_MU = 666.67
const TOTAL = metricByName('total')?.code ?? -1
const ENERGY = metricByName('energy')?.code ?? -1

type Run = Omit<EquipmentRunTable, 'is_recorded'> & { readonly no: number; readonly uplink_every_sec: number }

/**
 * Writes down what pumps and spreaders moved in what has ended: whole runs, and of pumps that still run the turns of groups
 * that are over. A record's id follows from the run and its beginning, so it is written once, whoever does it and however often.
 * @param now milliseconds since 1970
 */
export async function recordRuns(db: Db, now = Date.now()): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const runs = await tx
      .selectFrom('equipment_run')
      .innerJoin('device', 'device.id', 'equipment_run.device_id')
      .select(['equipment_run.id', 'equipment_run.project_id', 'device_id', 'equipment_run.kind'])
      .select(['started_at', 'ended_at', 'device.no', 'uplink_every_sec'])
      .where('is_recorded', '=', false)
      .where((where) =>
        where.or([where('ended_at', 'is', null), where('ended_at', '<', new Date(now - SETTLED))]),
      )
      .orderBy('started_at')
      .limit(AT_ONCE)
      .forUpdate('equipment_run')
      .skipLocked()
      .execute()
    let isNew = false
    for (const run of runs as Run[]) {
      if (run.kind === 'PUMP') isNew = (await recordPump(tx, run, now)) || isNew
      else if (run.ended_at) await recordSpreader(tx, run, run.ended_at)
    }
    const ended = runs.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id)
    if (ended.length > 0)
      await tx.updateTable('equipment_run').set({ is_recorded: true }).where(isAnyOf('id', ended)).execute()
    const isCompleted = await completeRecords(tx, now)
    return isNew || ended.length > 0 || isCompleted
  })
}

/** Answers whether anything has been written down. */
async function recordPump(tx: Tx, run: Run, now: number): Promise<boolean> {
  const stretch = { from: run.started_at.getTime(), to: run.ended_at?.getTime() ?? now }
  const turns = await turnsOf(tx, run, stretch.to)
  const shares = sharesOf(stretch, turns, LEAST_BY_HAND).filter(
    ({ groupId, to }) => run.ended_at !== null || (groupId !== null && to < now - SETTLED),
  )
  let isNew = false
  for (const share of shares) isNew = (await recordShare(tx, run, share, now)) || isNew
  return isNew
}

/** Turns whose water this pump or spreader may have moved, by the steps of runs (`run_step`). */
async function turnsOf(tx: Tx, run: Run, until: number): Promise<Turn[]> {
  const rows = await tx
    .selectFrom('run_step')
    .innerJoin('irrigation_run', 'irrigation_run.id', 'run_step.run_id')
    .leftJoin('irrigation_group', 'irrigation_group.id', 'run_step.group_id')
    .select(['run_id', 'run_step.turn', 'run_step.group_id', 'run_step.started_at', 'run_step.ended_at'])
    .select(['issued_by_name', 'plan', 'design_flow'])
    .where('run_step.project_id', '=', run.project_id)
    .where('run_step.started_at', '<', new Date(until))
    .where((where) =>
      where.or([where('run_step.ended_at', 'is', null), where('run_step.ended_at', '>', run.started_at)]),
    )
    .execute()
  return rows
    .filter(({ plan }) => isServedBy(plan, run))
    .map((row) => ({
      id: `${row.run_id}:${row.turn}`,
      groupId: row.group_id,
      runId: row.run_id,
      flow: row.design_flow ?? 0,
      operator: row.issued_by_name,
      recipe: recipeOf(row.plan, row.turn, run),
      from: row.started_at.getTime(),
      // A turn that goes on claims all that is to come.
      to: row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY,
    }))
}

/** A run that has chosen its pumps has no water of another's. */
function isServedBy(plan: RunPlan, { kind, device_id }: Run): boolean {
  const pumpIds = 'pumpIds' in plan ? plan.pumpIds : []
  return kind !== 'PUMP' || !pumpIds?.length || pumpIds.includes(device_id)
}

/** What a turn's water is fed by through this spreader; nobody else may begin it in the meantime (I11). */
function recipeOf(plan: RunPlan, turn: number, { device_id }: Run): string {
  const fertigation = 'turns' in plan ? plan.turns[turn]?.fertigation : undefined
  return fertigation?.deviceId === device_id ? (fertigation.recipe ?? '') : ''
}

async function recordShare(tx: Tx, run: Run, share: Share, now: number): Promise<boolean> {
  // Turns that had a pump at once have a record each of the same time.
  const id = `${run.id}-${share.from}${share.part < 1 ? `-${share.turnId}` : ''}`
  const known = await tx.selectFrom('water_use_record').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return false
  await tx
    .insertInto('water_use_record')
    .values({
      id,
      project_id: run.project_id,
      group_id: share.groupId,
      turn_id: share.turnId,
      turn_part: share.part,
      pump_id: run.device_id,
      start_at: new Date(share.from),
      end_at: new Date(share.to),
      area_mu: share.groupId === null ? null : await areaOf(tx, run.project_id, share.groupId),
      operator: share.operator,
      ...(await waterOf(tx, run.project_id, run.device_id, share, now)),
      ...(await energyOf(tx, run.device_id, share, now)),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if (share.turnId) await completeStep(tx, share.turnId)
  return true
}

/** What a pump gave in a time, as a record holds it. */
async function waterOf(
  tx: Tx,
  projectId: string,
  pumpId: string,
  { from, to, part }: Pick<Share, 'from' | 'to' | 'part'>,
  now: number,
) {
  const volume = await volumeOfPump(tx, { projectId, pumpId, from, to, part }, now)
  return {
    volume_m3: volume.m3,
    volume_quality: volume.quality,
    volume_notes: JSON.stringify(volume.notes),
    meter_id: volume.meterId,
    start_total: volume.startTotal,
    end_total: volume.endTotal,
  }
}

/** What a pump used in a time, as a record holds it. */
async function energyOf(
  tx: Tx,
  pumpId: string,
  { from, to, part }: Pick<Share, 'from' | 'to' | 'part'>,
  now: number,
) {
  const { kwh, quality } = await energyOfPump(tx, { pumpId, from, to, part }, now)
  return { energy_kwh: kwh, energy_quality: quality }
}

/** Completes records whose meter, or pump's energy, had not been told since their end, once it has, or is no longer waited for. */
async function completeRecords(tx: Tx, now: number): Promise<boolean> {
  const isWater = sql`(volume_quality = 'provisional' and ${isTold(sql`record.meter_id`, TOTAL, now)})`
  const isEnergy = sql`(energy_quality = 'provisional' and ${isTold(sql`record.pump_id`, ENERGY, now)})`
  const { rows } = await sql<{
    id: string
    project_id: string
    pump_id: string
    turn_id: string | null
    start_at: Date
    end_at: Date
    part: number
    is_water: boolean
    is_energy: boolean
  }>`
    select id, project_id, pump_id, turn_id, start_at, end_at, turn_part as part,
      ${isWater} as is_water, ${isEnergy} as is_energy
    from water_use_record as record where ${isWater} or ${isEnergy}
    order by end_at limit ${AT_ONCE} for update skip locked`.execute(tx)
  for (const { id, project_id, pump_id, turn_id, start_at, end_at, part, is_water, is_energy } of rows) {
    const stretch = { from: start_at.getTime(), to: end_at.getTime(), part }
    const told = {
      ...(is_water && (await waterOf(tx, project_id, pump_id, stretch, now))),
      ...(is_energy && (await energyOf(tx, pump_id, stretch, now))),
    }
    await tx.updateTable('water_use_record').set(told).where('id', '=', id).execute()
    if (turn_id) await completeStep(tx, turn_id)
  }
  return rows.length > 0
}

/** Whether a device has told a counter since the end of a record, or is no longer waited for. */
const isTold = (deviceId: RawBuilder<unknown>, metric: number, now: number) => sql`(
  record.end_at < ${new Date(now - FARTHEST)} or exists (
    select from device join telemetry_last on device_no = device.no
    where device.id = ${deviceId} and metric = ${metric} and ts >= record.end_at))`

/**
 * What a group waters, in mu. A block that several outlets feed (both sides of a valve, or several valves) belongs to each
 * of them in equal parts, for each gives it the same flow.
 */
async function areaOf(tx: Tx, projectId: string, groupId: string): Promise<number | null> {
  const { rows } = await sql<{ area: number | null }>`
    with outlet as (
      select node.id as node_id, side, block_id, count(*) over (partition by block_id) as feeders
      from pipe_node as node
      cross join lateral (values (${DIRECTION.a}::int, side_a_block_id), (${DIRECTION.b}::int, side_b_block_id))
        as sides (side, block_id)
      where node.project_id = ${projectId} and node.deleted_at is null and block_id is not null)
    select sum(block.area_m2 / outlet.feeders) as area
    from irrigation_group_member as member
    join outlet on outlet.node_id = member.node_id and member.open_direction & outlet.side > 0
    join block on block.id = outlet.block_id and block.deleted_at is null
    where member.group_id = ${groupId}`.execute(tx)
  const area = rows[0]?.area
  return area ? area / M2_PER_MU : null
}

/** What each channel injected, turn by turn as a pump's water. */
async function recordSpreader(tx: Tx, run: Run, ended: Date): Promise<void> {
  const whole = { from: run.started_at.getTime(), to: ended.getTime() }
  for (const share of sharesOf(whole, await turnsOf(tx, run, whole.to), LEAST_BY_HAND)) {
    const ec = await meanOver(tx, run.no, 'ec', share)
    const ph = await meanOver(tx, run.no, 'ph', share)
    for (const channel of CHANNELS) {
      const rates = await readingsOf(tx, run.no, `rate${channel}`, share)
      // L/h and L, as m³/h and m³.
      const { m3: volume } = flowedIn(rates, share, gapOf(run.uplink_every_sec))
      if (!volume) continue
      await tx
        .insertInto('fertilizer_record')
        .values({
          id: `${run.id}-${share.from}-${channel}`,
          project_id: run.project_id,
          device_id: run.device_id,
          group_id: share.groupId,
          recipe: share.recipe,
          channel,
          volume_l: volume,
          ec,
          ph,
          start_at: new Date(share.from),
          end_at: new Date(share.to),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  }
}
