import { findLowPipes, type LowPipes, type Trip, type WatchState, watch } from '@runtime/field/interlock'
import { PUMP_STATE } from '@runtime/field/kinds'
import { newId } from '@runtime/id'
import { sql } from 'kysely'
import { eachApart } from '../../apart'
import type { Tx } from '../../module'
import { actuatorOf, holdProject, issue } from './issue'
import { readSettledField } from './settling'
import { type Field, readReadings } from './situation'
import type { DeviceIntent } from './targets'
import { type Commanding, inTransaction, type Work } from './work'

/** Milliseconds between two looks at a project in which something runs or is wrong, and at one in which nothing is. */
const LOOK = { running: 1_000, idle: 60_000 } as const
/** Who trips: no person. */
const WATCH = { userId: '', userName: 'interlock' } as const
const SEVERITY = { stop: 1, warn: 3 } as const

/** Alarms of the watch, by interlock; their source is the device. */
export const tripAlarm = (code: string): string => `INTERLOCK_${code}`

/**
 * Looks at the water of every project: what has to be stopped now is stopped, and its alarm raised. Several servers share the
 * projects by the time of the last look.
 */
export async function watchProjects(commanding: Commanding, heard: ReadonlySet<string>): Promise<void> {
  const now = commanding.now()
  const { rows } = await sql<{ id: string }>`
    select project.id from project
    left join interlock_watch last on last.project_id = project.id
    where project.deleted_at is null and project.enabled_mark = 1 and exists (
      select from device where device.project_id = project.id and kind in ('PUMP', 'FERT', 'MACHINE'))
    and (last.looked_at is null or last.looked_at <= case when cardinality(last.raised) > 0 or exists (
        select from device_live live join device on device.id = live.device_id
        where device.project_id = project.id and device.kind in ('PUMP', 'FERT')
          and coalesce((live.reported ->> 'st')::int, 0) <> ${PUMP_STATE.stopped})
      then ${new Date(now - LOOK.running)}::timestamptz else ${new Date(now - LOOK.idle)}::timestamptz end
      or (project.id = any(${[...heard]}::text[]) and last.looked_at <= ${new Date(now - LOOK.running)}))`.execute(
    commanding.db,
  )
  await eachApart(
    rows,
    ({ id }) => lookAt(commanding, id),
    (error, { id }) => commanding.log.warn(`the water of project ${id} could not be looked after: ${error}`),
  )
}

async function lookAt(commanding: Commanding, projectId: string): Promise<void> {
  const readings = await readReadings(commanding, projectId)
  await inTransaction(commanding, async (tx, work) => {
    await holdProject(tx, projectId)
    const field = await readSettledField(commanding, tx, projectId, readings)
    const { state, trips } = watch(field.situation, field.limits)
    const kept = await tx
      .selectFrom('interlock_watch')
      .select(['raised', 'low_pipes'])
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    const raised = new Set(kept?.raised)
    const standing = alarmsOf(trips, raised)
    const now = commanding.now()
    const before = kept?.low_pipes ?? {}
    const lowPipes = findLowPipes({ ...field.situation, watch: state }, field.limits, before)
    await keepWatch(tx, projectId, { state, lowPipes, raised: [...standing.keys()] }, now)
    if (Object.keys({ ...before, ...lowPipes }).length > 0) work.marks(projectId)
    for (const trip of trips)
      if (trip.action === 'pump.stop' || trip.action === 'fert.stop')
        await tell(commanding, tx, work, { kind: trip.action, deviceId: trip.deviceId }, trip.code, field)
      else if (trip.action === 'filter.backwash') await wash(commanding, tx, work, trip, field)
    for (const [key, trip] of standing)
      if (!raised.has(key)) await raise(commanding, tx, work, projectId, trip)
    for (const key of raised) if (!standing.has(key)) await clear(commanding, tx, work, projectId, key)
  })
}

/**
 * One alarm a cause: what trips several pumps is told of the first of them, by all their names, and stays told of that one
 * while they stop one after the other. A filter that is washed for it is none yet (I15).
 */
function alarmsOf(trips: readonly Trip[], raised: ReadonlySet<string>): ReadonlyMap<string, Trip> {
  const alarms = new Map<string, Trip>()
  for (const trip of trips) {
    const together = trips.filter(({ code, action }) => code === trip.code && action === trip.action)
    if (trip.action === 'filter.backwash') continue
    if (trip.action !== 'pump.stop') alarms.set(keyOf(trip), trip)
    else if (together[0] === trip) {
      const told = [...raised].find((key) => key.startsWith(`${trip.code}:`))
      const deviceId = told?.slice(trip.code.length + 1) ?? trip.deviceId
      const name = [...new Set(together.map(({ params }) => params['name']))].join('、')
      alarms.set(keyOf({ ...trip, deviceId }), { ...trip, deviceId, params: { ...trip.params, name } })
    }
  }
  return alarms
}

const keyOf = ({ code, deviceId }: Pick<Trip, 'code' | 'deviceId'>): string => `${code}:${deviceId}`

async function keepWatch(
  tx: Tx,
  projectId: string,
  {
    state,
    lowPipes,
    raised,
  }: { readonly state: WatchState; readonly lowPipes: LowPipes; readonly raised: string[] },
  now: number,
): Promise<void> {
  const values = {
    state: JSON.stringify(state),
    low_pipes: JSON.stringify(lowPipes),
    raised,
    looked_at: new Date(now),
  }
  await tx
    .insertInto('interlock_watch')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

/** A filter is washed once for as long as it stays clogged, and not again while the last washing may still show (I15). */
async function wash(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  { deviceId, code, since }: Trip,
  field: Field,
): Promise<void> {
  const before = await tx
    .selectFrom('command')
    .select('id')
    .where('actuator_id', '=', deviceId)
    .where(sql`target ->> 'op'`, '=', 'filter.backwash')
    .where('issued_at', '>=', new Date(Math.min(since, commanding.now() - field.limits.backwashSec * 1000)))
    .limit(1)
    .executeTakeFirst()
  if (!before) await tell(commanding, tx, work, { kind: 'filter.backwash', deviceId }, code, field)
}

/** A trip is a command like any other, given once: one that is under way is not given again. */
async function tell(
  commanding: Commanding,
  tx: Tx,
  work: Work,
  intent: Extract<DeviceIntent, { kind: Trip['action'] }>,
  code: string,
  field: Field,
): Promise<void> {
  if (field.situation.pending.get(intent.deviceId)?.op === intent.kind) return
  const actuator = await actuatorOf(tx, intent.deviceId)
  if (!actuator) return
  const wish = { commandId: newId(commanding.now()), intent, by: WATCH, requestHash: '', overrides: [] }
  await issue(commanding, tx, work, actuator, { ...wish, reason: code }, field)
}

async function raise(
  { services }: Commanding,
  tx: Tx,
  work: Work,
  projectId: string,
  { code, deviceId, action, text, params, latch }: Trip,
): Promise<void> {
  const told = await services.alarms.raise(tx, {
    projectId,
    sourceId: deviceId,
    type: tripAlarm(code),
    severity: action.endsWith('.stop') ? SEVERITY.stop : SEVERITY.warn,
    text,
    params,
    latch,
  })
  work.after(told)
}

async function clear(
  { services }: Commanding,
  tx: Tx,
  work: Work,
  projectId: string,
  key: string,
): Promise<void> {
  const [code = '', deviceId = ''] = key.split(/:(.*)/s)
  const of = { projectId, sourceId: deviceId, type: tripAlarm(code) }
  work.after(await services.alarms.clear(tx, of))
}
