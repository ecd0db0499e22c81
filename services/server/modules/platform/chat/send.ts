import { charactersIn } from '@runtime/characters'
import { CHAT_BURST, CHAT_PER_SECOND, CHAT_TEXT_LENGTH } from '@services/contract/areas/platform/chat'
import { CODE } from '@services/contract/envelope'
import type { ClientFrames } from '@services/contract/frames'
import type { Selectable } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Member } from '../../../http/member'
import { createRate } from '../../../http/rate'
import type { Db, Services } from '../../../module'
import { asStoredFile, rowsOf } from '../file/files'
import { contentOf, findSent, type WrittenMessage, wireId, writeMessage } from './messages'
import type { ChatMessageTable, Media } from './tables'

type Sent = ClientFrames['SendMessage']

/** How the files of the chat are noted. */
export const HOLDER = 'chat'

/** Media types of what may be sent as what. */
const TYPES = { image: /^image\//, voice: /^audio\// } as const

/** Serves `SendMessage`: keeps what a person says to another, and tells both on all of their devices. */
export function createSender(db: Db, services: Services): (member: Member, sent: Sent) => Promise<void> {
  const limit = createLimits()
  return async (member, sent) => {
    const wait = limit(member.user.userId)
    if (wait > 0) throw new ApiError(CODE.tooMany, '@message.tooFast', { data: { retryAfter: wait } })
    const checked = await receive(db, member, sent)
    // Empty text is not sent (`spec/shell-and-monitoring.md §5`).
    if (checked) await send(db, services, member, sent, checked)
  }
}

/** How fast each person may send. A person who has not sent for a while is forgotten: the limit is full again. */
function createLimits(): (userId: string) => number {
  const limits = new Map<string, { take: () => number; used: number }>()
  const forgetAfter = (CHAT_BURST / CHAT_PER_SECOND) * 1_000
  let cleaned = 0
  return (userId) => {
    const now = performance.now()
    if (now > cleaned + 60_000) {
      cleaned = now
      for (const [id, { used }] of limits) if (used < now - forgetAfter) limits.delete(id)
    }
    const limit = limits.get(userId) ?? { take: createRate(CHAT_BURST, CHAT_PER_SECOND), used: now }
    limits.set(userId, limit)
    limit.used = now
    return limit.take()
  }
}

interface ReceivedContent {
  readonly content: string
  readonly media: Media | null
  /** The file's id, where there is one. */
  readonly file?: string
}

/** What is said, checked; undefined for nothing. */
async function receive(
  db: Db,
  { user }: Member,
  { messageType, messageContent }: Sent,
): Promise<ReceivedContent | undefined> {
  if (messageType === 'text') {
    if (typeof messageContent !== 'string') throw new ApiError(CODE.badRequest, '@message.badContent')
    const content = messageContent.trim()
    if (charactersIn(content) > CHAT_TEXT_LENGTH)
      throw new ApiError(CODE.badRequest, '@message.tooLong', { params: { limit: CHAT_TEXT_LENGTH } })
    return content === '' ? undefined : { content, media: null }
  }
  if (typeof messageContent === 'string') throw new ApiError(CODE.badRequest, '@message.badContent')
  const { name, width, height, length } = messageContent
  const [row] = await rowsOf(db, [name])
  // Somebody else's file is no different from one that is not there.
  if (!row || row.owner_id !== user.userId || !TYPES[messageType].test(row.type))
    throw new ApiError(CODE.badRequest, '@message.fileGone')
  const { id, name: shown, url } = asStoredFile(row)
  const size = { ...(width && { width }), ...(height && { height }), ...(length && { length }) }
  return { content: '', media: { path: url, name: shown, ...size }, file: id }
}

async function send(
  db: Db,
  services: Services,
  member: Member,
  { toUserId, messageType, clientId }: Sent,
  { content, media, file }: ReceivedContent,
): Promise<void> {
  const { user } = member
  const receiver = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'real_name', 'head_icon'])
    .where('id', '=', toUserId)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!receiver || receiver.id === user.userId) throw new ApiError(CODE.notFound, '@message.noPerson')
  let before: Selectable<ChatMessageTable> | undefined
  await services.pushes.tell([user.userId, receiver.id], async (tx) => {
    before = clientId === undefined ? undefined : await findSent(tx, user.userId, clientId)
    if (before) return []
    const line = { sender: user.userId, receiver: receiver.id, kind: messageType, content, media, clientId }
    const written = await writeMessage(tx, line)
    if (file !== undefined)
      await services.files.refer(tx, HOLDER, { scope: '', holderId: String(written.id) }, [
        { file, field: 'content' },
      ])
    const frames = framesOf({ ...line, ...written }, user, receiver)
    return [
      { userId: user.userId, frame: frames.sent },
      { userId: receiver.id, frame: frames.received },
    ]
  })
  // Sent again because the answer was lost: it is kept, and that is what its sender wants to know.
  if (before) member.send(framesOf({ ...before, clientId, unread: 0 }, user, receiver).sent)
}

interface Person {
  readonly id: string
  readonly account: string
  readonly real_name: string
  readonly head_icon: string
}

/** What the two people are told of a message (`reference/api-contract.md`, "Messages, chat socket"). */
function framesOf(
  message: WrittenMessage &
    Pick<Selectable<ChatMessageTable>, 'kind' | 'content' | 'media'> & {
      readonly clientId: string | undefined
    },
  sender: Member['user'],
  receiver: Person,
) {
  const time = message.sent_at.getTime()
  const common = { id: wireId(message.id), messageType: message.kind, dateTime: time, latestDate: time }
  return {
    sent: {
      method: 'sendMessage',
      ...common,
      UserId: sender.userId,
      toUserId: receiver.id,
      toMessage: contentOf(message),
      toHeadIcon: receiver.head_icon,
      toRealName: receiver.real_name,
      toAccount: receiver.account,
      ...(message.clientId !== undefined && { clientId: message.clientId }),
    },
    received: {
      method: 'receiveMessage',
      ...common,
      formUserId: sender.userId,
      userId: receiver.id,
      formMessage: contentOf(message),
      headIcon: sender.headIcon ?? '',
      realName: sender.userName,
      account: sender.userAccount,
      unreadNum: message.unread,
    },
  }
}
