import { isMoment, parseDate } from '@runtime/date'
import { ALARM_WIRE_STATE, type alarmCalls } from '@services/contract/areas/field/alarm'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type SelectQueryBuilder, sql } from 'kysely'
import { pageOf } from '../../../database/page'
import type { Database } from '../../../database/schema'
import { holdsKeyword } from '../../../database/search'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { type AlarmCopy, alarmToWire, alsoOf } from './wire'

type Query = InputOf<(typeof alarmCalls)['deviceAlarm.list']>

/** Calls for somebody who takes it. */
export const UNACKNOWLEDGED = ['UNACK', 'RTN_UNACK', 'LATCHED_UNACK'] as const
const ASIDE = ['SHELVED', 'SUPPRESSED_BY_DESIGN', 'OUT_OF_SERVICE'] as const

/** The time zone in which a project's times are said. */
export async function zoneOf(db: Db | Tx, projectId: string): Promise<string> {
  const row = await db
    .selectFrom('project')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return row?.time_zone ?? TIME_ZONE
}

/** Alarms and how far their stream had come at that very moment. */
export async function listAlarms(context: CallContext, query: Query) {
  const { projectId } = context
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const zone = await zoneOf(tx, projectId)
      const rows = filtered(tx, projectId, query, zone)
      const isDelta = typeof query.afterSeq === 'number'
      const ordered = isDelta ? rows.orderBy('seq') : rows.orderBy('last_at', 'desc').orderBy('fid', 'desc')
      const { list, pagination } = await pageOf(ordered.selectAll(), query)
      return {
        list: list.map((row) => alarmToWire(row, context.text, zone)),
        pagination,
        seq: await lastSeq(tx, projectId),
      }
    })
}

export async function lastSeq(db: Db | Tx, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('alarm_stream')
    .select('last')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.last ?? 0
}

function filtered(db: Db | Tx, projectId: string, query: Query, zone: string) {
  const { keyword, severity, alarmState, acknowledged, ackUser, deviceId, afterSeq } = query
  const start = timeOf(query.startTime, zone)
  const end = timeOf(query.endTime, zone)
  return db
    .selectFrom('alarm')
    .where('project_id', '=', projectId)
    .where(holdsKeyword(keyword, 'source_name', 'type', 'params'))
    .$call((rows) => inWireState(rows, query.state))
    .$if(typeof severity === 'number', (rows) => rows.where('severity', '=', severity as number))
    .$if(Boolean(alarmState), (rows) => rows.where(sql<boolean>`state = ${alarmState}`))
    .$if(acknowledged === 0, (rows) => rows.where('state', 'in', UNACKNOWLEDGED))
    .$if(acknowledged === 1, (rows) => rows.where('state', 'not in', UNACKNOWLEDGED))
    .$if(Boolean(ackUser), (rows) => rows.where('ack_by', '=', String(ackUser)))
    .$if(Boolean(deviceId), (rows) => rows.where('source_id', '=', String(deviceId)))
    .$if(start !== null, (rows) => rows.where('last_at', '>=', start as Date))
    .$if(end !== null, (rows) => rows.where('last_at', '<=', end as Date))
    .$if(typeof afterSeq === 'number', (rows) => rows.where('seq', '>', afterSeq as number))
}

function inWireState<O>(rows: SelectQueryBuilder<Database, 'alarm', O>, state: number | null | undefined) {
  if (state === ALARM_WIRE_STATE.closed) return rows.where('closed_at', 'is not', null)
  if (state === ALARM_WIRE_STATE.aside) return rows.where('closed_at', 'is', null).where('state', 'in', ASIDE)
  if (state === ALARM_WIRE_STATE.active)
    return rows.where('closed_at', 'is', null).where('state', 'not in', ASIDE)
  return rows
}

/** Milliseconds, or a text of the wire (`2026-06-01 10:20:30`) in the project's zone, as the list shows its times. */
function timeOf(time: number | string | null | undefined, zone: string): Date | null {
  if (time === null || time === undefined || time === '') return null
  const at = typeof time === 'number' || /^\d{9,}$/.test(time) ? Number(time) : parseDate(time, zone)
  if (at === null || !isMoment(at)) throw new ApiError(CODE.badRequest, '@alarm.badTime')
  return new Date(at)
}

/** Alarms of one device. */
export async function deviceWarnings(
  context: CallContext,
  query: InputOf<(typeof alarmCalls)['pump.getDeviceWarningRecord']>,
) {
  const { list, pagination } = await listAlarms(context, query)
  return { list, pagination }
}

/** All that happened to an alarm. */
export async function alarmHistory(context: CallContext, fid: string) {
  const { db, text } = context
  const rows = await db.selectFrom('alarm_event').selectAll().where('fid', '=', fid).orderBy('seq').execute()
  const list = rows.map((row) => ({
    seq: row.seq,
    kind: row.kind,
    kindText: text(`@alarm.kind.${row.kind}`),
    fromState: row.from_state,
    toState: row.to_state,
    stateText: text(`@alarm.state.${row.to_state}`),
    at: row.at.getTime(),
    user: row.actor_name,
    note: row.kind === 'also' ? alsoOf(row.alarm as unknown as AlarmCopy, text) : row.note,
    value: (row.alarm as { value: number | null }).value,
  }))
  return { list }
}
