import type { alarmCalls } from '@services/contract/areas/field/alarm'
import type { InputOf } from '@services/contract/call'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { type Act, actOnAlarm } from './acts'
import type { Told } from './cache'

type Query = InputOf<(typeof alarmCalls)['fieldManagement.handleTwbAlarm']>

/** Minutes for which an alarm is shelved where none are named. */
const SHELVED = 60

/** The documented way to handle an alarm of a valve: by its id, or the gravest open one of a device. It is a GET, so it may come twice. */
export async function handleAlarm(
  context: CallContext,
  services: Services,
  query: Query,
  committed: (told: Told) => Promise<void>,
) {
  const { id, deviceId, version = null } = query
  const alarm = await context.db
    .selectFrom('alarm')
    .select('fid')
    .$if(id !== undefined, (rows) => rows.where('fid', '=', String(id)))
    .$if(id === undefined, (rows) =>
      rows.where('source_id', '=', String(deviceId)).where('closed_at', 'is', null),
    )
    .orderBy('severity')
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!alarm) throw notFound()
  return actOnAlarm(context, services, alarm.fid, version, actOf(query), committed)
}

function actOf({ action = 'ack', minutes = SHELVED, reason = '', confirmToken }: Query): Act {
  if (action === 'clear') return { kind: 'clear', reason, confirmToken }
  return action === 'shelve' ? { kind: 'shelve', minutes, reason } : { kind: 'ack', note: reason }
}
