import { isActive } from '@runtime/field/alarm/state'
import type { AlarmEvent, AlarmRefusal } from '@runtime/field/alarm/transition'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { AlarmCache, type AlarmRow, type Told } from './cache'
import { type Clearing, unconfirmed } from './confirm'
import { zoneOf } from './list'
import { alarmToWire, momentText } from './wire'

/** What a person may do about an alarm. */
export type Act =
  | { readonly kind: 'ack'; readonly note: string }
  | { readonly kind: 'shelve'; readonly minutes: number; readonly reason: string }
  | { readonly kind: 'unshelve' }
  | ({ readonly kind: 'clear' } & Clearing)
  | { readonly kind: 'comment'; readonly note: string }
  | { readonly kind: 'takeOut'; readonly reason: string }
  | { readonly kind: 'putBack'; readonly reason: string }

type Outcome = { readonly row: AlarmRow; readonly told: Told } | { readonly question: ApiError }

/**
 * Does something about an alarm.
 * @param version of the alarm as the person saw it; null takes it as it stands.
 * @throws ApiError 404, 403, 409 where it has changed since (with the alarm as it stands, and who was first), 400 where it
 * cannot be, 4101 where it has to be confirmed.
 */
export async function actOnAlarm(
  context: CallContext,
  services: Services,
  fid: string,
  version: number | null,
  act: Act,
  committed: (told: Told) => Promise<void>,
) {
  const { db, user } = context
  const { project_id } = await whereOf(db, fid)
  const zone = await zoneOf(db, project_id)
  const outcome = await db.transaction().execute(async (tx): Promise<Outcome> => {
    const cache = await AlarmCache.on(tx, [project_id])
    const [found] = await cache.loadById([fid])
    if (!found) throw notFound()
    if (version !== null && found.version !== version) throw await conflict(tx, found, context, zone)
    if (found.closed_at && act.kind !== 'comment') throw refused('acknowledgedAlready', found, zone)
    const before = { state: found.state }
    const stood = { ...found }
    if (act.kind === 'clear' && isActive(found.base) && !found.latch)
      await services.projects.demand(context, project_id, 'manage')
    perform(cache, found, act, { id: user.userId, name: user.userName }, zone)
    const question =
      act.kind === 'clear' ? await unconfirmed(tx, context, stood, act, cache.now.getTime(), zone) : null
    // Nothing of the book is written: only the token that the question gives.
    if (question) return { question }
    const { confirmToken: _, ...audited } = { confirmToken: null, ...act }
    const action = `alarm.${act.kind}`
    await context.audit({ action, target: fid, before, after: { state: found.state, ...audited } }, tx)
    return { row: found, told: await cache.close() }
  })
  if ('question' in outcome) throw outcome.question
  // After the alarm, never before: whoever holds a watch goes on to hold the stream.
  if (act.kind === 'clear') await forgetWatches(db, outcome.row)
  await committed(outcome.told)
  return alarmToWire(outcome.row, context.text, zone)
}

async function whereOf(db: Db | Tx, fid: string) {
  const row = await db.selectFrom('alarm').select('project_id').where('fid', '=', fid).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** So that a cause which is still there, or is said again, makes a new alarm. */
async function forgetWatches(db: Db, { source_id, type, causes }: AlarmRow): Promise<void> {
  await db
    .deleteFrom('alarm_watch')
    .where('source_id', '=', source_id)
    .where(sql<boolean>`type = any(${[type, ...causes]}::text[])`)
    .execute()
}

function perform(
  cache: AlarmCache,
  row: AlarmRow,
  act: Act,
  actor: { id: string; name: string },
  zone: string,
): void {
  if (act.kind === 'comment') {
    cache.remark(row, 'comment', { actor, note: act.note })
    return
  }
  const { event, note = '', facts = {} } = stepOf(act, row, actor.name, cache.now)
  const refusal = cache.apply(row, event, { actor, note, facts })
  if (refusal) throw refused(refusal, row, zone)
}

/** What an act is in an alarm's life, and what it leaves on its row. */
function stepOf(
  act: Exclude<Act, { kind: 'comment' }>,
  row: AlarmRow,
  name: string,
  now: Date,
): { readonly event: AlarmEvent; readonly note?: string; readonly facts?: Partial<AlarmRow> } {
  switch (act.kind) {
    case 'ack': {
      const facts = { ack_by: name, ack_at: now, ack_note: act.note }
      return { event: { kind: 'acknowledge' }, note: act.note, facts }
    }
    case 'shelve': {
      const until = now.getTime() + act.minutes * 60_000
      const facts = { shelved_by: name, shelve_reason: act.reason }
      return { event: { kind: 'shelve', at: now.getTime(), until }, note: act.reason, facts }
    }
    case 'unshelve':
      return { event: { kind: 'unshelve' }, facts: { shelved_by: '', shelve_reason: '' } }
    case 'clear':
      return { event: { kind: !row.latch && act.reason !== '' ? 'remove' : 'reset' }, note: act.reason }
    default:
      return { event: { kind: act.kind }, note: act.reason }
  }
}

/** Whoever comes second to acknowledge is told who was first. */
function refused(refusal: AlarmRefusal, { ack_by, ack_at }: AlarmRow, zone: string): ApiError {
  if (refusal === 'acknowledgedAlready' && ack_by !== '' && ack_at)
    return new ApiError(CODE.badRequest, '@alarm.refused.acknowledgedBy', {
      params: { name: ack_by, time: momentText(ack_at.getTime(), zone) },
    })
  return new ApiError(CODE.badRequest, `@alarm.refused.${refusal}`)
}

async function conflict(tx: Tx, row: AlarmRow, { text }: CallContext, zone: string): Promise<ApiError> {
  const data = { alarm: alarmToWire(row, text, zone) }
  const last = await tx
    .selectFrom('alarm_event')
    .select(['kind', 'actor_name', 'at'])
    .where('project_id', '=', row.project_id)
    .where('seq', '=', row.seq)
    .executeTakeFirst()
  // What the process did has no name.
  if (!last || last.actor_name === '') return new ApiError(CODE.conflict, '@alarm.changed', { data })
  const params = {
    name: last.actor_name,
    what: text(`@alarm.kind.${last.kind}`),
    time: momentText(last.at.getTime(), zone),
  }
  return new ApiError(CODE.conflict, '@alarm.changedBy', { params, data })
}
