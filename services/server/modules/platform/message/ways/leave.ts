import type { MessageType } from '@services/contract/areas/platform/message'
import { KIND_OF_TYPE, type MessageKind } from '@services/contract/areas/platform/message-ways'
import type { Services, Tx } from '../../../../module'
import { TIME_ZONE } from '../../../../time-zone'
import { readOffered } from './offered'
import { quietUntil } from './quiet'
import { type Reached, reachedOf } from './reach'

/** By what the outbox's letters of messages are written (`letter.ts`). */
export const WRITER = 'message'

/** What a letter is written of, as it waits. */
export interface LetterOf {
  readonly messageId: string
  readonly userId: string
}

/** To whom among people messages of a kind leave, by which way: what they have chosen, is offered, set up and leads somewhere. */
export async function leavingTo(
  services: Services,
  tx: Tx,
  kind: MessageKind,
  userIds: readonly string[],
): Promise<readonly Reached[]> {
  // Without a key nothing is put into the outbox; a message is on its readers' lists all the same.
  if (userIds.length === 0 || services.secrets.prefix === undefined) return []
  const offered = (await readOffered(tx))[kind]
  const chosen = await reachedOf(tx, userIds, kind, offered)
  if (chosen.length === 0) return []
  const ready = await services.outbound.ready(tx)
  return chosen.filter(({ way }) => ready.has(way))
}

/** Puts a message into the outbox for its readers, beside the message itself, for after their quiet hours. */
export async function sendByWays(
  services: Services,
  tx: Tx,
  message: { readonly id: string; readonly type: MessageType; readonly title: string },
  userIds: readonly string[],
): Promise<void> {
  const leaving = await leavingTo(services, tx, KIND_OF_TYPE[message.type], userIds)
  if (leaving.length === 0) return
  const now = Date.now()
  const letters = leaving.map(({ id, way, target, quiet }) => {
    const until = quiet ? quietUntil(now, quiet, TIME_ZONE) : undefined
    return {
      ...{ kind: way, to: target, title: message.title, key: `message/${message.id}/${id}` },
      about: { messageId: message.id, userId: id } satisfies LetterOf,
      ...(until !== undefined && { notBefore: new Date(until) }),
    }
  })
  await services.outbound.sendLetters(WRITER, letters, tx)
}
