import { sql } from 'kysely'
import type { Db } from '../../../module'
import type { UnitAct } from '../../../unit-right'
import { hashPassword, md5 } from '../../platform/session/passwords'
import type { DemoRoleCode } from '../roles'
import { demoStaff } from './staff'

/** Somebody of the demo's company who signs in, by an account that is easy to remember. */
export interface DemoAccount {
  readonly account: string
  /** The first who holds it has the account. */
  readonly position: string
  readonly role: DemoRoleCode
  /** The company whose people they administer, and the farm that they manage. */
  readonly manages?: { readonly unit: string; readonly farm: 0 | 1 }
}

/** Beside `admin` and `operator`. Each of the two `…1` and `…2` has a farm; the operators have it by their department. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { account: 'director', position: 'demo-group-head', role: 'director' },
  {
    ...{ account: 'manager1', position: 'demo-farm-head', role: 'farm-manager' },
    manages: { unit: 'demo-farm', farm: 0 },
  },
  {
    ...{ account: 'manager2', position: 'demo-north-head', role: 'farm-manager' },
    manages: { unit: 'demo-north', farm: 1 },
  },
  { account: 'operator1', position: 'demo-pump', role: 'farm-operator' },
  { account: 'operator2', position: 'demo-north-pump', role: 'farm-operator' },
  { account: 'bookkeeper', position: 'demo-accountant', role: 'bookkeeper' },
  { account: 'auditor', position: 'demo-auditor', role: 'auditor' },
  { account: 'implementer', position: 'demo-it', role: 'implementer' },
]

/** What managers may do with their company itself, which others have put up, and with what is below it. */
export const OF_OWN: readonly UnitAct[] = ['select', 'add', 'edit']
export const OF_BELOW: readonly UnitAct[] = ['select', 'add', 'edit', 'delete']

/**
 * Gives those people their accounts and a password; answers the accounts. Whom somebody has renamed, given a password or deleted
 * since stays as they are.
 */
export async function openAccounts(db: Db, password: string): Promise<readonly string[]> {
  const staff = demoStaff({ administrator: null, operator: null })
  const opened = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ account, position }) => {
      const person = staff.find((one) => one.position.id === position)
      if (!person) return []
      return db
        .updateTable('user_account')
        .set({ account, password_hash: await hashPassword(md5(password)), password_at: new Date() })
        .where('id', '=', person.id)
        .where('account', '=', person.account)
        .where('password_hash', 'is', null)
        .where(
          sql<boolean>`not exists (select from user_account other where lower(other.account) = ${account})`,
        )
        .returning('account')
        .execute()
    }),
  )
  return opened.flat().map(({ account }) => account)
}
