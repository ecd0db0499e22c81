import { newId } from '@runtime/id'
import type { Db } from '../../module'
import type { Rights } from '../platform/menu/rights'
import { makeAccount } from '../platform/session/accounts'

/** The role of the demo's field staff. */
export const FIELD_ROLE = 'field-operator'

/** What it may do: entries of `schemas/menu.json` with some of their buttons. */
const FIELD_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  home: [],
  schedule: [],
  'system.dictionary': ['btn_add'],
  'field.map': [],
  'field.rotation': [],
  'field.plan': [],
  'field.alarm': ['btn_ack', 'btn_shelve'],
  'field.alarmKpi': [],
  'field.history': [],
  'field.fertHistory': [],
  'field.device': ['btn_lock'],
  'field.group': [],
}

/** Makes the account that operates both farms, with its role, and answers it; null when it is there. */
export async function makeOperator(db: Db, rights: Rights, password: string): Promise<string | null> {
  const made = await makeAccount(db, { account: 'operator', real_name: '王小田' }, password)
  if (!made) return null
  await db
    .insertInto('role')
    .values({
      id: newId(),
      en_code: FIELD_ROLE,
      full_name: JSON.stringify({ zh: '巡田员', zhtw: '巡田員', en: 'Field operator' }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('user_role')
    .columns(['user_id', 'role_id'])
    .expression((query) =>
      query
        .selectFrom('user_account')
        .innerJoin('role', (join) => join.on('role.en_code', '=', FIELD_ROLE))
        .where('user_account.account', '=', 'operator')
        .select(['user_account.id', 'role.id']),
    )
    .execute()
  for (const [menu, buttons] of Object.entries(FIELD_RIGHTS))
    await rights.grant(FIELD_ROLE, menu, { buttons })
  return 'operator'
}
