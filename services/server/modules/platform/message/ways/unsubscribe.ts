import {
  MESSAGE_KINDS,
  type MessageKind,
  type messageWayCalls,
  WAYS,
  type Way,
} from '@services/contract/areas/platform/message-ways'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import type { Secrets } from '../../../../secrets/secrets'

type Calls = typeof messageWayCalls

/** What a link in a message ends: one kind by one way, of one person. */
export interface Subscription {
  readonly userId: string
  readonly kind: MessageKind
  readonly way: Way
}

const PLACE = 'unsubscribe'
/** How a sealed value begins; the rest, with a point for its colon, goes into an address as it is. */
const SEALED = 'sealed:1:'

/** What nobody but this installation can make, and which says all that is to be known: no table holds it. */
export function tokenFor(secrets: Secrets, { userId, kind, way }: Subscription): string {
  return secrets
    .seal(JSON.stringify([userId, kind, way]), PLACE)
    .slice(SEALED.length)
    .replace(':', '.')
}

/** @throws ApiError 400 for what this installation has not made */
export function subscriptionOf(secrets: Secrets, token: string): Subscription {
  // Without the beginning of a sealed value a text would count as its own content.
  const opened = secrets.open(`${SEALED}${token.replace('.', ':')}`, PLACE)
  const [userId, kind, way] = parsed(opened)
  if (!userId || !isOne(MESSAGE_KINDS, kind) || !isOne(WAYS, way))
    throw new ApiError(CODE.badRequest, '@messageWays.wrongLink')
  return { userId, kind, way }
}

function parsed(text: string | undefined): readonly string[] {
  if (!text?.startsWith('[')) return []
  return JSON.parse(text) as readonly string[]
}

const isOne = <T extends string>(all: readonly T[], one: string | undefined): one is T =>
  (all as readonly (string | undefined)[]).includes(one)

async function isChosen(db: Db | Tx, { userId, kind, way }: Subscription): Promise<boolean> {
  const row = await db.selectFrom('message_delivery').select(way).where('id', '=', userId).executeTakeFirst()
  const kinds: readonly string[] = row?.[way] ?? []
  return kinds.includes(kind)
}

/** What a link would end. Opening it ends nothing: programs that look for dangerous links open every one. */
export async function readSubscription(
  { db, text }: CallContext,
  subscription: Subscription,
): Promise<ResponseOf<Calls['unsubscribe.read']>> {
  const { kind, way } = subscription
  return {
    ...{ kind: text(`@messageWays.${kind}`), way: text(`@messageWays.${way}`) },
    isEnded: (await isChosen(db, subscription)) ? 0 : 1,
  }
}

/** Ends that messages of a kind leave by a way; what is ended already stays so. */
export async function endSubscription(context: CallContext, subscription: Subscription): Promise<void> {
  const { userId, kind, way } = subscription
  await context.db.transaction().execute(async (tx) => {
    const column = sql.ref(way)
    const { numAffectedRows } = await sql`
      update message_delivery set ${column} = array_remove(${column}, ${kind}), version = version + 1
      where id = ${userId} and ${kind} = any(${column})`.execute(tx)
    if (!numAffectedRows) return
    await context.audit({ action: 'unsubscribe.confirm', target: userId, after: { kind, way } }, tx)
  })
}
