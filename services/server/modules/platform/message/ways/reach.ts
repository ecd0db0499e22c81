import type { Language } from '@runtime/text'
import type { MessageKind, Way } from '@services/contract/areas/platform/message-ways'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../module'
import type { QuietHours } from './quiet'

/** A person's address by each way, of the row `person` of `user_account`; empty where none is known. A number counts once it is proved. */
export const ADDRESSES = sql`(values
  ('mail', person.email),
  ('sms', case when person.mobile_verified_at is null then '' else person.mobile_phone end),
  ('wecom', (select their_id from third_sync_link
    where third = 'wecom' and what = 'user' and own_id = person.id)),
  ('dingtalk', (select their_id from third_sync_link
    where third = 'dingtalk' and what = 'user' and own_id = person.id))
) as address (way, target)`

/** Somebody to whom messages of a kind leave by a way. */
export interface Reached {
  readonly id: string
  readonly language: Language
  readonly way: Way
  readonly target: string
  readonly quiet: QuietHours | null
}

/** Those among people who can sign in, have chosen that messages of a kind leave to them by one of the ways, and have an address there. */
export async function reachedOf(
  db: Db | Tx,
  userIds: readonly string[],
  kind: MessageKind,
  ways: readonly Way[],
): Promise<readonly Reached[]> {
  if (ways.length === 0) return []
  const { rows } = await sql<Reached>`
    select person.id, person.language, address.way, address.target,
      case when delivery.is_quiet
        then json_build_object('from', delivery.quiet_from, 'to', delivery.quiet_to) end as quiet
    from message_delivery delivery
    join user_account person on person.id = delivery.id
    cross join lateral ${ADDRESSES}
    where delivery.id = any(${[...userIds]}::text[]) and person.status = 1
      and address.way = any(${[...ways]}::text[]) and address.target <> ''
      and ${kind} = any(case address.way when 'mail' then delivery.mail when 'sms' then delivery.sms
        when 'wecom' then delivery.wecom else delivery.dingtalk end)`.execute(db)
  return rows
}
