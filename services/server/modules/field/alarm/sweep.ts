import { isActive } from '@runtime/field/alarm/state'
import { sql } from 'kysely'
import { eachApart } from '../../../apart'
import type { Db, Tx } from '../../../module'
import { AlarmCache, type Told } from './cache'
import { type Due, settle } from './evaluate'
import type { Rules } from './rules'
import { suppressedAmong, suppressionKey } from './suppression'

/** Seconds that a pump takes to come up (25) and the pipes behind it to fill. */
const FILLING_SEC = 60

/** Watches settled in one transaction. */
const MOST = 500
/** Milliseconds without an activation after which an alarm chatters no more. */
const STEADY = 300_000

/** What could not be swept, of which project, where it is of one. */
export type SweepFailed = (error: unknown, projectId?: string) => void

/**
 * What comes by the clock alone: delays and shelving that end, circumstances that make alarms mean nothing. Any server may
 * run it. Each project is settled by itself, so that one that cannot be keeps no other's alarms from people.
 */
export async function sweepAlarms(db: Db, rules: Rules, failed: SweepFailed): Promise<readonly Told[]> {
  const parts = [sweepWatches, sweepShelved, sweepSuppressed, sweepChattering]
  return (
    await eachApart(
      parts,
      (part) => part(db, failed, rules),
      (error) => failed(error),
    )
  ).flat()
}

async function sweepWatches(db: Db, failed: SweepFailed, rules: Rules): Promise<readonly Told[]> {
  const due = await db
    .selectFrom('alarm_watch')
    .select('project_id')
    .distinct()
    .where('due_at', '<=', new Date())
    .execute()
  const settled = await eachApart(
    due,
    ({ project_id }) => db.transaction().execute((tx) => settleProject(tx, project_id, rules)),
    (error, { project_id }) => failed(error, project_id),
  )
  return settled.filter((told) => told !== null)
}

async function settleProject(tx: Tx, projectId: string, rules: Rules): Promise<Told | null> {
  const now = Date.now()
  const rows = await tx
    .selectFrom('alarm_watch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('due_at', '<=', new Date(now))
    .orderBy('source_id')
    .orderBy('type')
    .limit(MOST)
    .forUpdate()
    .skipLocked()
    .execute()
  const dues: Due[] = []
  for (const row of rows) {
    dues.push({ rule: await rules.byId(row.project_id, row.rule_id), row, was: row })
  }
  return settle(tx, dues, now)
}

/** Alarms that a condition picks, changed by project; those of each follow its stream. */
async function change(
  db: Db,
  failed: SweepFailed,
  alarms: readonly { readonly fid: string; readonly project_id: string }[],
  work: (cache: AlarmCache, row: NonNullable<Awaited<ReturnType<AlarmCache['loadById']>>[number]>) => void,
): Promise<readonly Told[]> {
  return eachApart(
    new Set(alarms.map(({ project_id }) => project_id)),
    (projectId) =>
      db.transaction().execute(async (tx) => {
        const cache = await AlarmCache.on(tx, [projectId])
        const fids = alarms.filter(({ project_id }) => project_id === projectId).map(({ fid }) => fid)
        for (const row of await cache.loadById(fids)) if (!row.closed_at) work(cache, row)
        return cache.close()
      }),
    failed,
  )
}

async function sweepShelved(db: Db, failed: SweepFailed): Promise<readonly Told[]> {
  const over = await db
    .selectFrom('alarm')
    .select(['fid', 'project_id'])
    .where('closed_at', 'is', null)
    .where('shelved_until', '<=', new Date())
    .limit(MOST)
    .execute()
  return change(db, failed, over, (cache, row) => {
    if (row.shelved_until && row.shelved_until <= cache.now)
      cache.apply(row, { kind: 'unshelve' }, { facts: { shelved_by: '', shelve_reason: '' } })
  })
}

async function sweepSuppressed(db: Db, failed: SweepFailed, rules: Rules): Promise<readonly Told[]> {
  const open = await db
    .selectFrom('alarm')
    .select([
      'fid',
      'project_id',
      'source_id',
      'suppress_when',
      'suppressed',
      'unsuppress_at',
      'rule_id',
      'base',
    ])
    .where('closed_at', 'is', null)
    .where('suppress_when', '!=', '')
    .execute()
  if (open.length === 0) return []
  const suppressibleOf = (row: { project_id: string; source_id: string; suppress_when: string }) => ({
    projectId: row.project_id,
    sourceId: row.source_id,
    when: row.suppress_when,
  })
  const meaningless = await suppressedAmong(db, open.map(suppressibleOf))
  const isMeaningless = (row: (typeof open)[number]) => meaningless.has(suppressionKey(suppressibleOf(row)))
  const now = new Date()
  // When the circumstance ends, the cause has time to go away before people are called: its delay, and what pipes take to fill.
  for (const row of open.filter((one) => one.suppressed)) {
    if (isMeaningless(row) === (row.unsuppress_at === null)) continue
    const rule = await rules.byId(row.project_id, row.rule_id)
    const at = isMeaningless(row)
      ? null
      : new Date(now.getTime() + Math.max(rule?.onDelaySec ?? 0, FILLING_SEC) * 1000)
    await db
      .updateTable('alarm')
      .set({ unsuppress_at: at })
      .where('fid', '=', row.fid)
      .where('suppressed', '=', true)
      .execute()
    row.unsuppress_at = at
  }
  const changing = open.filter((row) =>
    row.suppressed
      ? !isMeaningless(row) && row.unsuppress_at !== null && row.unsuppress_at <= now
      : isActive(row.base) && isMeaningless(row),
  )
  return change(db, failed, changing, (cache, row) => {
    cache.apply(row, { kind: row.suppressed ? 'unsuppress' : 'suppress' }, { facts: { unsuppress_at: null } })
  })
}

async function sweepChattering(db: Db, failed: SweepFailed): Promise<readonly Told[]> {
  const steady = await db
    .selectFrom('alarm')
    .select(['fid', 'project_id'])
    .where('closed_at', 'is', null)
    .where('chattering', '=', true)
    .where('last_at', '<', new Date(Date.now() - STEADY))
    .limit(MOST)
    .execute()
  return change(db, failed, steady, (cache, row) =>
    cache.remark(row, 'steady', { facts: { chattering: false } }),
  )
}

/** Says of devices whether they are alarmed; apart from the alarms' own transaction, which holds no device. */
export async function markDevices(
  db: Db,
  deviceIds: readonly string[] | 'all',
): Promise<readonly { device_id: string; project_id: string; is_alert: boolean }[]> {
  const which = deviceIds === 'all' ? sql`true` : sql`device_live.device_id = any(${[...deviceIds]}::text[])`
  const { rows } = await sql<{ device_id: string; project_id: string; is_alert: boolean }>`
    update device_live set is_alert = not is_alert
    where ${which} and is_alert <> exists (
      select 1 from alarm where alarm.source_id = device_live.device_id and alarm.closed_at is null
        and alarm.source_kind = 'device' and alarm.state in ('UNACK', 'ACKED', 'RTN_UNACK', 'LATCHED_UNACK', 'LATCHED_ACK'))
    returning device_id, project_id, is_alert`.execute(db)
  return rows
}
