import { isActive } from '@runtime/field/alarm/state'
import type { AlarmEvent, AlarmRefusal } from '@runtime/field/alarm/transition'
import { CODE } from '@services/contract/envelope'
import { ApiError, notFound } from '../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../module'
import { AlarmBook, type AlarmRow, type Told } from './book'
import { zoneOf } from './list'
import { alarmToWire } from './wire'

/** What a person may do about an alarm. */
export type Act =
  | { readonly kind: 'ack'; readonly note: string }
  | { readonly kind: 'shelve'; readonly minutes: number; readonly reason: string }
  | { readonly kind: 'unshelve' }
  | { readonly kind: 'clear'; readonly reason: string }
  | { readonly kind: 'comment'; readonly note: string }
  | { readonly kind: 'takeOut'; readonly reason: string }
  | { readonly kind: 'putBack'; readonly reason: string }

/** Whoever may operate may acknowledge and shelve; maintenance and taking away are for who manages the project. */
const LEVEL = {
  ack: 'operate',
  shelve: 'operate',
  unshelve: 'operate',
  clear: 'operate',
  comment: 'operate',
  takeOut: 'manage',
  putBack: 'manage',
} as const

/**
 * Does something about an alarm.
 * @param version of the alarm as the person saw it; null takes it as it stands.
 * @throws ApiError 404, 403, 409 where it has changed since (with the alarm as it stands), 400 where it cannot be.
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
  const { project_id, source_id, type } = await whereOf(db, fid)
  await services.projects.demand(context, project_id, LEVEL[act.kind])
  const zone = await zoneOf(db, project_id)
  const { row, told } = await db.transaction().execute(async (tx) => {
    const book = await AlarmBook.on(tx, [project_id])
    const [found] = await book.loadById([fid])
    if (!found) throw notFound()
    if (version !== null && found.version !== version) throw conflict(found, context, zone)
    if (found.closed_at && act.kind !== 'comment') throw refused('acknowledgedAlready')
    const before = { state: found.state }
    if (act.kind === 'clear' && isActive(found.base) && !found.latch)
      await services.projects.demand(context, project_id, 'manage')
    perform(book, found, act, { id: user.userId, name: user.userName })
    const action = `alarm.${act.kind}`
    await context.audit({ action, target: fid, before, after: { state: found.state, ...act } }, tx)
    return { row: found, told: await book.close() }
  })
  // After the alarm, never before: whoever holds a watch goes on to hold the stream.
  if (act.kind === 'clear') await forgetWatch(db, source_id, type)
  await committed(told)
  return alarmToWire(row, context.text, zone)
}

async function whereOf(db: Db | Tx, fid: string) {
  const row = await db
    .selectFrom('alarm')
    .select(['project_id', 'source_id', 'type'])
    .where('fid', '=', fid)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** So that a cause which is still there, or is said again, makes a new alarm. */
async function forgetWatch(db: Db, sourceId: string, type: string): Promise<void> {
  await db.deleteFrom('alarm_watch').where('source_id', '=', sourceId).where('type', '=', type).execute()
}

function perform(book: AlarmBook, row: AlarmRow, act: Act, actor: { id: string; name: string }): void {
  if (act.kind === 'comment') {
    book.remark(row, 'comment', { actor, note: act.note })
    return
  }
  const { event, note = '', facts = {} } = stepOf(act, row, actor.name, book.now)
  const refusal = book.apply(row, event, { actor, note, facts })
  if (refusal) throw refused(refusal)
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

const refused = (refusal: AlarmRefusal) => new ApiError(CODE.badRequest, `@alarm.refused.${refusal}`)

const conflict = (row: AlarmRow, { text }: CallContext, zone: string) =>
  new ApiError(CODE.conflict, '@alarm.changed', { data: { alarm: alarmToWire(row, text, zone) } })
