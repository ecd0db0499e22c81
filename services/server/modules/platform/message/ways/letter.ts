import { KIND_OF_TYPE, type MessageKind, type Way } from '@services/contract/areas/platform/message-ways'
import type { ModuleServer } from '../../../../module'
import { TIME_ZONE } from '../../../../time-zone'
import type { LetterAsked, Written } from '../../outbound/module'
import type { LetterOf } from './leave'
import { readOffered } from './offered'
import { quietUntil } from './quiet'
import { reachedOf } from './reach'
import { tokenFor } from './unsubscribe'

/** Characters of an excerpt: WeCom takes 2,048 bytes in all, and a short message is paid for by its length. */
const EXCERPT: Readonly<Record<Way, number>> = { mail: 500, sms: 70, wecom: 200, dingtalk: 200 }

type Server = Pick<ModuleServer, 'db' | 'services' | 'locales' | 'options'>

/**
 * A message as it leaves now, in its reader's language; undefined where it is not to leave any more: the reader has chosen
 * otherwise, deleted it, been disabled or deleted, or has another address; or administrators do not offer the way any more.
 */
export async function letterOf(
  { db, services, locales, options: { publicUrl } }: Server,
  { kind: way, to, about }: LetterAsked,
): Promise<Written | { readonly notBefore: Date } | undefined> {
  const { messageId, userId } = about as LetterOf
  const message = await db
    .selectFrom('message')
    .innerJoin('message_recipient', 'message_recipient.message_id', 'message.id')
    .select(['message.type', 'title', 'excerpt', 'release_user'])
    .where('message.id', '=', messageId)
    .where('message_recipient.user_id', '=', userId)
    .executeTakeFirst()
  if (!message) return undefined
  const kind = KIND_OF_TYPE[message.type]
  if (!(await readOffered(db))[kind].includes(way)) return undefined
  const [reader] = await reachedOf(db, [userId], kind, [way])
  if (reader?.target !== to) return undefined

  // A retry, or hours that were set since: the letter waits as one that comes within them.
  const until = reader.quiet ? quietUntil(Date.now(), reader.quiet, TIME_ZONE) : undefined
  if (until !== undefined) return { notBefore: new Date(until) }

  const { text } = locales.translator(reader.language)
  const title = inOneLine(message.title)
  const names = { kind: text(`@messageWays.${kind}`), way: text(`@messageWays.${way}`) }
  const lines = [
    ...(way === 'mail' || way === 'sms' ? [title] : []),
    cut(inOneLine(message.excerpt), EXCERPT[way]),
    text('@messageWays.from', { name: message.release_user }),
    publicUrl === undefined
      ? ''
      : text('@messageWays.open', { url: `${publicUrl}${pathOf(kind, messageId)}` }),
  ]
  if (publicUrl === undefined || way === 'sms') {
    // Of a link that long, more than one short message would be made.
    lines.push(text('@messageWays.endInProfile', names))
    return { title, text: joined(lines) }
  }
  const token = tokenFor(services.secrets, { userId, kind, way })
  lines.push(text('@messageWays.endByLink', { ...names, url: `${publicUrl}/unsubscribe?token=${token}` }))
  const headers = {
    'List-Unsubscribe': `<${publicUrl}/api/message/Unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { title, text: joined(lines), ...(way === 'mail' && { headers }) }
}

const joined = (lines: readonly string[]) => lines.filter((line) => line !== '').join('\n')
const inOneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
/** Cut between characters, never within one. */
const cut = (text: string, most: number) => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
/** Where a message is read: those of flows and schedules, whose text says where they lead, from the list. */
const pathOf = (kind: MessageKind, id: string) =>
  kind === 'flow' || kind === 'schedule' ? '/messageRecord' : `/emailDetail?id=${id}`
