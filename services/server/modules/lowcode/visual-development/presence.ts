import { type modelStepCalls, PRESENCE_SECONDS } from '@services/contract/areas/lowcode/model-steps'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { asRead } from '../../../database/reading'
import { notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'

type PresenceInput = InputOf<(typeof modelStepCalls)['visualDevelopment.present']>

/** Notes that the caller has a draft open in a tab, or no more; answers who else has, and how far it is. */
export async function notePresence({ db, user }: CallContext, { id, tab, leaves }: PresenceInput) {
  const model = await db.selectFrom('model').select('draft_version').where('id', '=', id).executeTakeFirst()
  if (!model) throw notFound()
  if (leaves === 1) {
    await db
      .deleteFrom('model_presence')
      .where('model_id', '=', id)
      .where('user_id', '=', user.userId)
      .where('tab', '=', tab)
      .execute()
  } else {
    await sql`
      insert into model_presence (model_id, user_id, tab) values (${id}, ${user.userId}, ${tab})
      on conflict (model_id, user_id, tab) do update set seen_at = now()`.execute(db)
    // Of those who went without a word; none is waited for.
    await sql`
      delete from model_presence where (model_id, user_id, tab) in (
        select model_id, user_id, tab from model_presence
        where model_id = ${id} and seen_at < now() - interval '1 hour' for update skip locked)`.execute(db)
  }
  const list = await db
    .selectFrom('model_presence')
    .innerJoin('user_account', 'user_account.id', 'model_presence.user_id')
    .select(['user_account.id as userId', 'user_account.real_name as userName', 'model_presence.tab'])
    .where('model_presence.model_id', '=', id)
    .where('model_presence.seen_at', '>', sql<Date>`now() - make_interval(secs => ${PRESENCE_SECONDS})`)
    .where((where) =>
      where.not(
        where.and([where('model_presence.user_id', '=', user.userId), where('model_presence.tab', '=', tab)]),
      ),
    )
    .orderBy(asRead('user_account.real_name'))
    .orderBy('model_presence.tab')
    .execute()
  return { list, draftVersion: model.draft_version }
}
