import type { Language } from '@runtime/text'
import { MESSAGE_TYPE } from '@services/contract/areas/platform/message'
import type { Locales } from '../../../locales'
import type { CallContext, Services } from '../../../module'
import type { WrittenComment } from './comments'

/** Sends whoever a comment mentions for the first time a message that leads to the record. */
export async function tellMentioned(
  { db, user }: CallContext,
  services: Services,
  locales: Locales,
  { comment, record, told }: WrittenComment,
): Promise<void> {
  if (told.length === 0) return
  const place = await services.menu.entryOf(record.model.id)
  const entry =
    place && (await db.selectFrom('menu').select('full_name').where('id', '=', place.id).executeTakeFirst())
  for (const language of new Set(told.map((person) => person.language))) {
    const { text } = locales.translator(language as Language)
    const model = entry ? text(entry.full_name.text) : record.model.enCode
    const address = place && `/model/${encodeURIComponent(place.enCode)}/${encodeURIComponent(record.id)}`
    await services.messages.send(
      {
        type: MESSAGE_TYPE.system,
        title: text('@record.mentioned', { name: comment.userName, model }),
        excerpt: comment.text,
        bodyText: address ? `<p><a href="${address}">${text('@record.openMentioned')}</a></p>` : '',
        releaseUser: { userId: user.userId, userName: comment.userName },
      },
      told.filter((person) => person.language === language).map(({ id }) => id),
    )
  }
}
