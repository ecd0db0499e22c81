import { OUTBOX_STATE, type outboxCalls, SHOWN_STATE } from '@services/contract/areas/platform/outbox'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { pageOf } from '../../../database/page'
import { holdsKeyword } from '../../../database/search'
import type { CallContext } from '../../../module'

type Calls = typeof outboxCalls

/** Whether an attempt has said why it failed. */
const HAS_FAILED = sql<boolean>`(coalesce(answer->>'text', '') <> '')`

/** What leaves the server, the newest first. */
export async function listOutbox(
  { db, text }: CallContext,
  { keyword, state, channel, ...asked }: InputOf<Calls['outbox.list']>,
): Promise<ResponseOf<Calls['outbox.list']>> {
  let rows = db.selectFrom('outbox').where(holdsKeyword(keyword, 'target', 'title'))
  if (state === SHOWN_STATE.retrying || state === SHOWN_STATE.waiting)
    rows = rows
      .where('state', '=', OUTBOX_STATE.waiting)
      .where(HAS_FAILED, '=', state === SHOWN_STATE.retrying)
  else if (state !== undefined) rows = rows.where('state', '=', state)
  if (channel !== undefined) rows = rows.where('channel', '=', channel)
  const { list, pagination } = await pageOf(
    rows.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    asked,
  )
  return {
    list: list.map((row) => ({
      id: row.id,
      channel: row.channel,
      target: row.target,
      title: row.title,
      state: row.state === OUTBOX_STATE.waiting && row.answer.text ? SHOWN_STATE.retrying : row.state,
      attempts: row.attempts,
      creatorTime: row.created_at.getTime(),
      nextTime: row.state === OUTBOX_STATE.waiting ? row.next_at.getTime() : null,
      sentTime: row.sent_at?.getTime() ?? null,
      answer: row.answer.params ? text(row.answer.text ?? '', row.answer.params) : (row.answer.text ?? ''),
    })),
    pagination,
  }
}

/** Tries what has not left again, now and for another day; what has left stays so. */
export async function sendAgain(context: CallContext, ids: readonly string[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const now = new Date()
    const again = await tx
      .updateTable('outbox')
      .set({ state: OUTBOX_STATE.waiting, next_at: now, since: now })
      .where(isAnyOf('id', ids))
      .where('state', '<>', OUTBOX_STATE.sent)
      // What somebody sends at this moment is not sent beside it.
      .where('is_claimed', '=', false)
      .returning('id')
      .execute()
    await context.audit(
      again.map(({ id }) => ({ action: 'outbox.sendAgain', target: id })),
      tx,
    )
  })
}

/** Gives up what has not left, and forgets what has. */
export async function deleteParcels(context: CallContext, ids: readonly string[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('outbox')
      .where(isAnyOf('id', ids))
      .returning(['id', 'channel', 'target', 'title', 'state'])
      .execute()
    await context.audit(
      gone.map(({ id, ...before }) => ({ action: 'outbox.delete', target: id, before })),
      tx,
    )
  })
}
