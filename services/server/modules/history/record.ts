import { sql } from 'kysely'
import type { Db, Tx } from '../../module'
import { addedUp, countedOver, meanOver } from './meter'
import { type Share, sharesOf, type Turn } from './shares'
import type { EquipmentRunTable } from './tables'

/** Readings of a time are here so long after it, in milliseconds. */
const SETTLED = 60_000
/** Parts of a run by hand that are shorter are the coming and going of a turn. */
const LEAST_BY_HAND = 120_000
/** Runs that are worked out together. */
const AT_ONCE = 50
/** Channels of a spreader (`runtime/field/kinds`). */
const CHANNELS = [1, 2, 3] as const
const M2_PER_MU = 666.67

type Run = Omit<EquipmentRunTable, 'is_recorded'> & { readonly no: number }

/**
 * Writes down what pumps and spreaders moved in what has ended: whole runs, and of pumps that still run the turns of groups
 * that are over. A record's id follows from the run and its beginning, so it is written once, whoever does it and however often.
 * @param now milliseconds since 1970
 */
export async function recordRuns(db: Db, now = Date.now()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const runs = await tx
      .selectFrom('equipment_run')
      .innerJoin('device', 'device.id', 'equipment_run.device_id')
      .select(['equipment_run.id', 'equipment_run.project_id', 'device_id', 'equipment_run.kind'])
      .select(['started_at', 'ended_at', 'device.no'])
      .where('is_recorded', '=', false)
      .where((where) =>
        where.or([where('ended_at', 'is', null), where('ended_at', '<', new Date(now - SETTLED))]),
      )
      .orderBy('started_at')
      .limit(AT_ONCE)
      .forUpdate('equipment_run')
      .skipLocked()
      .execute()
    for (const run of runs as Run[]) {
      if (run.kind === 'PUMP') await recordPump(tx, run, now)
      else if (run.ended_at) await recordSpreader(tx, run, run.ended_at)
    }
    const ended = runs.filter(({ ended_at }) => ended_at !== null).map(({ id }) => id)
    if (ended.length > 0)
      await tx.updateTable('equipment_run').set({ is_recorded: true }).where('id', 'in', ended).execute()
  })
}

async function recordPump(tx: Tx, run: Run, now: number): Promise<void> {
  const stretch = { from: run.started_at.getTime(), to: run.ended_at?.getTime() ?? now }
  const turns = await turnsOf(tx, run, stretch.to)
  const shares = sharesOf(stretch, turns, LEAST_BY_HAND).filter(
    ({ groupId, to }) => run.ended_at !== null || (groupId !== null && to < now - SETTLED),
  )
  for (const share of shares) await recordShare(tx, run, share)
}

async function turnsOf(tx: Tx, { project_id, started_at }: Run, until: number): Promise<Turn[]> {
  const rows = await tx
    .selectFrom('irrigation_run')
    .select(['group_id', 'started_at', 'ended_at', 'issued_by_name'])
    .where('project_id', '=', project_id)
    .where('group_id', 'is not', null)
    .where('started_at', '<', new Date(until))
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', started_at)]))
    .execute()
  return rows.map((row) => ({
    groupId: row.group_id ?? '',
    operator: row.issued_by_name,
    from: row.started_at.getTime(),
    // A turn that goes on claims all that is to come.
    to: row.ended_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }))
}

async function recordShare(tx: Tx, run: Run, share: Share): Promise<void> {
  const id = `${run.id}-${share.from}`
  const known = await tx.selectFrom('water_use_record').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const water = await waterOf(tx, run, share)
  const energy = await countedOver(tx, run.no, 'energy', share)
  await tx
    .insertInto('water_use_record')
    .values({
      id,
      project_id: run.project_id,
      group_id: share.groupId,
      pump_id: run.device_id,
      start_at: new Date(share.from),
      end_at: new Date(share.to),
      energy_kwh: energy?.rise ?? null,
      area_mu: share.groupId === null ? null : await areaOf(tx, share.groupId),
      operator: share.operator,
      ...water,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** By the station's meter, shared among the pumps by what each delivered; by the pump's own flow where there is no meter. */
async function waterOf(tx: Tx, run: Run, share: Share) {
  const own = await addedUp(tx, run.no, 'flow', share)
  const meter = await tx
    .selectFrom('device')
    .select(['id', 'no'])
    .where('project_id', '=', run.project_id)
    .where('kind', '=', 'FLOW')
    .where('deleted_at', 'is', null)
    .where(sql<string>`settings->>'place'`, '=', 'station')
    .orderBy('id')
    .executeTakeFirst()
  const counted = meter ? await countedOver(tx, meter.no, 'total', share) : null
  if (!meter || !counted) return { volume_m3: own ?? 0, meter_id: null, start_total: null, end_total: null }
  const pumps = await tx
    .selectFrom('device')
    .select('no')
    .where('project_id', '=', run.project_id)
    .where('kind', '=', 'PUMP')
    .where('id', '<>', run.device_id)
    .execute()
  let others = 0
  for (const { no } of pumps) others += (await addedUp(tx, no, 'flow', share)) ?? 0
  const part = own === null || own + others === 0 ? 1 : own / (own + others)
  return {
    volume_m3: counted.rise * part,
    meter_id: meter.id,
    start_total: counted.start,
    end_total: counted.end,
  }
}

async function areaOf(tx: Tx, groupId: string): Promise<number | null> {
  const { rows } = await sql<{ area: number | null }>`
    select sum(block.area_m2) as area
    from irrigation_group_member as member
    join pipe_node as node on node.id = member.node_id
    join block on (block.id = node.side_a_block_id and member.open_direction in (1, 3))
      or (block.id = node.side_b_block_id and member.open_direction in (2, 3))
    where member.group_id = ${groupId}`.execute(tx)
  const area = rows[0]?.area
  return area ? area / M2_PER_MU : null
}

async function recordSpreader(tx: Tx, run: Run, ended: Date): Promise<void> {
  const stretch = { from: run.started_at.getTime(), to: ended.getTime() }
  const [turn] = await turnsOf(tx, run, stretch.to)
  const ec = await meanOver(tx, run.no, 'ec', stretch)
  const ph = await meanOver(tx, run.no, 'ph', stretch)
  for (const channel of CHANNELS) {
    const volume = await addedUp(tx, run.no, `rate${channel}`, stretch)
    if (!volume) continue
    await tx
      .insertInto('fertilizer_record')
      .values({
        id: `${run.id}-${channel}`,
        project_id: run.project_id,
        device_id: run.device_id,
        group_id: turn?.groupId ?? null,
        channel,
        volume_l: volume,
        ec,
        ph,
        start_at: run.started_at,
        end_at: ended,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}
