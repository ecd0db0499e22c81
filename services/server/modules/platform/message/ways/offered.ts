import {
  MESSAGE_KINDS,
  type MessageKind,
  type messageWayCalls,
  WAYS,
  type Way,
} from '@services/contract/areas/platform/message-ways'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { isAnyOf } from '../../../../database/batches'
import { changedSince } from '../../../../database/version'
import type { CallContext, Db, Services, Tx } from '../../../../module'

type Calls = typeof messageWayCalls

/** What each kind of messages may leave by. */
export type Offered = Readonly<Record<MessageKind, readonly Way[]>>

function selectKinds(db: Db | Tx) {
  return db
    .selectFrom('message_send_config')
    .select(['en_code', 'ways', 'version', 'enabled_mark'])
    .where(isAnyOf('en_code', MESSAGE_KINDS))
}

const waysOf = (kept: readonly string[] = []): Way[] => WAYS.filter((way) => kept.includes(way))
const byKind = (value: (kind: MessageKind) => readonly Way[]) =>
  Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, [...value(kind)]])) as Record<MessageKind, Way[]>

/** What really may leave: nothing of a kind that is switched off. */
export async function readOffered(db: Db | Tx): Promise<Offered> {
  const rows = await selectKinds(db).where('enabled_mark', '=', 1).execute()
  return byKind((kind) => waysOf(rows.find(({ en_code }) => en_code === kind)?.ways))
}

async function readSending(rows: Promise<readonly { en_code: string; ways: string[]; version: number }[]>) {
  const found = await rows
  const ways = byKind((kind) => waysOf(found.find(({ en_code }) => en_code === kind)?.ways))
  // Each row counts its own changes; their sum grows with every one.
  return { ...ways, version: found.reduce((sum, { version }) => sum + version, 0) }
}

/** What administrators see and change. */
export async function shownSending(
  { db, text }: CallContext,
  services: Services,
): Promise<ResponseOf<Calls['messageSending.read']>> {
  const ready = await services.outbound.ready()
  const notSet = WAYS.filter((way) => !ready.has(way)).map((way) => text(`@messageWays.${way}`))
  return { ...(await readSending(selectKinds(db).execute())), notSet: notSet.join(text('@server.comma')) }
}

/** Says what each kind of messages may leave by. @throws ApiError 409 for what was made from an older version */
export async function saveSending(
  context: CallContext,
  { version, ...given }: InputOf<Calls['messageSending.save']>,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const kept = () => readSending(selectKinds(tx).orderBy('id').forUpdate().execute())
    const before = await kept()
    if (version !== before.version) throw changedSince(before)
    for (const kind of MESSAGE_KINDS) {
      const ways = waysOf(given[kind] ?? [])
      if (ways.join() === before[kind].join()) continue
      await tx
        .updateTable('message_send_config')
        .set((row) => ({ ways, version: row('version', '+', 1) }))
        .where('en_code', '=', kind)
        .execute()
    }
    const after = await kept()
    await context.audit({ action: 'messageSending.save', target: 'messageSending', before, after }, tx)
  })
}
