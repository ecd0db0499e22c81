import type { Language } from '@runtime/text'
import { MESSAGE_TYPE } from '@services/contract/areas/platform/message'
import { isAnyOf } from '../../../database/batches'
import type { Db, ModuleServer } from '../../../module'
import type { Letter } from '../message/send'
import { filled, sendConfig } from '../message/send-config'

/** How a message says how its schedule is opened: from itself, not from one's own calendar (`spec/administration.md §2`). */
const FROM_MESSAGE = 2

/** Something that is told of a schedule. */
export interface News {
  /** Locale key of its title, with `title`. */
  readonly what: string
  readonly params: Readonly<Record<string, string | number>>
  readonly when: string
  readonly id: string
  readonly groupId: string
  readonly from?: { readonly userId: string; readonly userName: string }
}

export interface Reader {
  readonly id: string
  readonly language: Language
  readonly email: string
}

/** The people among these who can still sign in. */
export function readersOf(db: Db, userIds: Iterable<string>): Promise<readonly Reader[]> {
  return db
    .selectFrom('user_account')
    .select(['id', 'language', 'email'])
    .where(isAnyOf('id', userIds))
    .where('status', '=', 1)
    .execute() as Promise<readonly Reader[]>
}

/** News as messages of type 4, one in each language of those who get it; none where such messages are switched off. */
export async function lettersOf(
  { db, locales }: Pick<ModuleServer, 'db' | 'locales'>,
  readers: readonly Reader[],
  { what, params, when, id, groupId, from }: News,
): Promise<readonly Letter[]> {
  const config = await sendConfig(db, 'schedule')
  if (config.enabled_mark === 0 || readers.length === 0) return []
  const languages = [...new Set(readers.map(({ language }) => language))]
  return languages.map((language) => {
    const values = { title: locales.translator(language).text(what, params), content: when }
    return {
      message: {
        type: MESSAGE_TYPE.schedule,
        title: filled(config.title, values),
        excerpt: filled(config.content, values),
        bodyText: JSON.stringify({ type: FROM_MESSAGE, id, groupId }),
        ...(from && { releaseUser: from }),
      },
      userIds: readers.filter((reader) => reader.language === language).map((reader) => reader.id),
    }
  })
}
