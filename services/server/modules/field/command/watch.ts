import { causeOfTrip } from '@runtime/field/alarm/cause'
import { findLowPipes, type LowPipes, type Trip, type WatchState, watch } from '@runtime/field/interlock'
import { PUMP_STATE } from '@runtime/field/kinds'
import { newId } from '@runtime/id'
import { sql } from 'kysely'
import { eachApart } from '../../../apart'
import type { Tx } from '../../../module'
import { decide } from './decide'
import { holdWater } from './hold'
import { issue } from './issue'
import { readSettledField } from './settling'
import { type Field, readReadings } from './situation'
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
    ({ id }) => inspectProject(commanding, id),
    (error, { id }) => commanding.log.warn(`the water of project ${id} could not be looked after: ${error}`),
  )
}

/** What a look has found, and when it was. */
interface Found {
  readonly at: number
  readonly trips: readonly Trip[]
}

/**
 * The water is held for the look alone. What it finds is told device by device, each in a transaction of its own, so that one
 * that somebody holds keeps none of the others running; alarms follow in another, since they wait for those of other devices.
 */
async function inspectProject(commanding: Commanding, projectId: string): Promise<void> {
  const found = await inspect(commanding, projectId)
  for (const trip of found.trips) act(commanding, projectId, trip)
  await tellAlarms(commanding, projectId, found)
}

async function inspect(commanding: Commanding, projectId: string): Promise<Found> {
  const readings = await readReadings(commanding, projectId)
  return inTransaction(commanding, async (tx, work) => {
    await holdWater(tx, projectId)
    const field = await readSettledField(commanding, tx, projectId, readings)
    const { state, trips } = watch(field.situation, field.limits)
    const kept = await tx
      .selectFrom('interlock_watch')
      .select('low_pipes')
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    const before = kept?.low_pipes ?? {}
    const lowPipes = findLowPipes({ ...field.situation, watch: state }, field.limits, before)
    const at = commanding.now()
    await keepWatch(tx, projectId, { state, lowPipes }, at)
    if (Object.keys({ ...before, ...lowPipes }).length > 0) work.marks(projectId)
    return { at, trips }
  })
}

/** Acts of trips that wait for their actuators, by server. */
const underWay = new WeakMap<Commanding, Set<string>>()

/** A trip is a command like any other, given once: one that is under way, or waits for its actuator, is not given again. */
function act(commanding: Commanding, projectId: string, { action, deviceId, code, since }: Trip): void {
  if (action === 'warn') return
  const own = underWay.get(commanding) ?? new Set()
  underWay.set(commanding, own)
  const key = `${action} ${deviceId}`
  if (own.has(key)) return
  own.add(key)
  const intent = { kind: action, deviceId }
  const wanted = { intent, commandId: newId(commanding.now()) }
  void decide(commanding, projectId, wanted, async ({ tx, work, field, held }) => {
    if (field.situation.pending.get(deviceId)?.op === action) return
    if (action === 'filter.backwash' && (await isWashed(tx, deviceId, since, field))) return
    const wish = { ...wanted, by: WATCH, requestHash: '', overrides: [] }
    await issue(commanding, tx, work, held, { ...wish, reason: code }, field)
  })
    .catch((error: unknown) => commanding.log.warn(`${deviceId} could not be told ${action}: ${error}`))
    .finally(() => own.delete(key))
}

/** Alarms of what stands, unless somebody has looked again in the meantime: then it is theirs to tell. */
async function tellAlarms(commanding: Commanding, projectId: string, { at, trips }: Found): Promise<void> {
  await inTransaction(commanding, async (tx, work) => {
    const last = await tx
      .selectFrom('interlock_watch')
      .select(['raised', 'looked_at'])
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    if (last?.looked_at.getTime() !== at) return
    const raised = new Set(last.raised)
    const standing = alarmsOf(trips, raised)
    const [fresh, gone] = [
      [...standing].filter(([key]) => !raised.has(key)),
      [...raised].filter((key) => !standing.has(key)),
    ]
    if (fresh.length + gone.length === 0) return
    for (const [, trip] of fresh) await raise(commanding, tx, work, projectId, trip)
    for (const key of gone) await clear(commanding, tx, work, projectId, key)
    // Held to the end from here on, and no sooner: whoever looks writes this row while holding the water.
    const { numUpdatedRows } = await tx
      .updateTable('interlock_watch')
      .set({ raised: [...standing.keys()] })
      .where('project_id', '=', projectId)
      .where('looked_at', '=', new Date(at))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Retried()
  }).catch((error: unknown) => {
    if (!(error instanceof Retried)) throw error
  })
}

class Retried extends Error {}

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
  { state, lowPipes }: { readonly state: WatchState; readonly lowPipes: LowPipes },
  now: number,
): Promise<void> {
  const values = {
    state: JSON.stringify(state),
    low_pipes: JSON.stringify(lowPipes),
    looked_at: new Date(now),
  }
  await tx
    .insertInto('interlock_watch')
    .values({ project_id: projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
    .execute()
}

/** A filter is washed once for as long as it stays clogged, and not again while the last washing may still show (I15). */
async function isWashed(
  tx: Tx,
  deviceId: string,
  since: number,
  { situation, limits }: Field,
): Promise<boolean> {
  const before = await tx
    .selectFrom('command')
    .select('id')
    .where('actuator_id', '=', deviceId)
    .where(sql`target ->> 'op'`, '=', 'filter.backwash')
    .where('issued_at', '>=', new Date(Math.min(since, situation.now - limits.backwashSec * 1000)))
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}

async function raise(
  { services }: Commanding,
  tx: Tx,
  work: Work,
  projectId: string,
  { code, deviceId, action, text, params, fault, latch }: Trip,
): Promise<void> {
  const told = await services.alarms.raise(tx, {
    projectId,
    sourceId: deviceId,
    type: tripAlarm(code),
    cause: causeOfTrip(fault),
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
