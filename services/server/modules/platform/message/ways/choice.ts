import {
  MESSAGE_KINDS,
  type messageWayCalls,
  WAYS,
  type Way,
} from '@services/contract/areas/platform/message-ways'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { demandVersion } from '../../../../database/version'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import { refusal } from '../../people/change'
import { readOffered } from './offered'
import { ADDRESSES } from './reach'

type Calls = typeof messageWayCalls

/** What somebody has who has not chosen anything: nothing leaves. */
const NOTHING = {
  ...{ mail: [], sms: [], wecom: [], dingtalk: [] },
  ...{ is_quiet: false, quiet_from: '22:00', quiet_to: '07:00', version: 0 },
}

async function readChoice(db: Db | Tx, userId: string) {
  const row = await db.selectFrom('message_delivery').selectAll().where('id', '=', userId).executeTakeFirst()
  const kept = row ?? NOTHING
  const kindsOf = (way: Way) =>
    MESSAGE_KINDS.filter((kind) => (kept[way] as readonly string[]).includes(kind))
  return {
    ...{ mail: kindsOf('mail'), sms: kindsOf('sms') },
    ...{ wecom: kindsOf('wecom'), dingtalk: kindsOf('dingtalk') },
    quiet: kept.is_quiet ? 1 : 0,
    ...{ quietFrom: kept.quiet_from, quietTo: kept.quiet_to, version: kept.version },
  }
}

/** What leaves to the caller, and where each way leads. Who looks as somebody else sees no address. */
export async function readOwnWays(
  { db, user, text }: CallContext,
  services: Services,
): Promise<ResponseOf<Calls['currentUser.messageWays']>> {
  const [choice, offered, ready, addresses] = await Promise.all([
    readChoice(db, user.userId),
    readOffered(db),
    services.outbound.ready(),
    addressesOf(db, user.userId),
  ])
  const ways = WAYS.map((way) => {
    const kinds = MESSAGE_KINDS.filter((kind) => offered[kind].includes(way))
    const address = addresses.get(way) ?? ''
    const state =
      kinds.length === 0 ? 'notOffered' : !ready.has(way) ? 'notSet' : address === '' ? 'noAddress' : 'ready'
    const names = kinds.map((kind) => text(`@messageWays.${kind}`)).join(text('@server.comma'))
    const note = {
      ready: () => text('@messageWays.offered', { kinds: names }),
      notOffered: () => text('@messageWays.notOffered'),
      notSet: () => text('@messageWays.notSet'),
      noAddress: () => text(`@messageWays.noAddress_${way}`),
    }[state]()
    const shown = address !== '' && user.viewedBy ? text('@messageWays.hidden') : address
    return { way, name: text(`@messageWays.${way}`), address: shown, state, note } as const
  })
  const open = ways.filter(({ state }) => state !== 'notOffered')
  return { ...choice, offered: open.map(({ way }) => way), ways }
}

async function addressesOf(db: Db, userId: string): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ way: string; target: string | null }>`
    select address.way, address.target from user_account person cross join lateral ${ADDRESSES}
    where person.id = ${userId}`.execute(db)
  return new Map(rows.map(({ way, target }) => [way, target]))
}

/** Chooses what leaves to the caller. @throws ApiError 409 for what was made from an older version, 400 for quiet hours without an end */
export async function saveOwnWays(
  context: CallContext,
  { version, ...given }: InputOf<Calls['currentUser.saveMessageWays']>,
): Promise<void> {
  const id = context.user.userId
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('message_delivery')
      .values({ id })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.selectFrom('message_delivery').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readChoice(tx, id)
    await demandVersion(tx, 'message_delivery', id, version, async () => before)
    const from = (given.quietFrom ?? before.quietFrom).slice(0, 5)
    const to = (given.quietTo ?? before.quietTo).slice(0, 5)
    if (given.quiet === 1 && from === to) throw refusal(context, 'quietTo', '@messageWays.quietSame')
    const chosen = Object.fromEntries(WAYS.map((way) => [way, [...new Set(given[way] ?? [])]]))
    await tx
      .updateTable('message_delivery')
      .set({ ...chosen, is_quiet: given.quiet === 1, quiet_from: from, quiet_to: to })
      .where('id', '=', id)
      .execute()
    const after = await readChoice(tx, id)
    await context.audit({ action: 'currentUser.saveMessageWays', target: id, before, after }, tx)
  })
}
