import { randomBytes } from 'node:crypto'
import { newId } from '@runtime/id'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import { hashPassword, makePassword, md5 } from './passwords'

/** The password of accounts that a first start makes. */
export interface FirstPassword {
  readonly password: string
  /** False when the password came from the environment: it is not printed. */
  readonly isGenerated: boolean
}

/** The password that was given, or one that is made. */
export function firstPassword(given: string | undefined): FirstPassword {
  return { password: given ?? makePassword(randomBytes), isGenerated: given === undefined }
}

/** Makes `admin` unless there is an administrator, and says its password. Replicas that start together make one. */
export async function makeAdministrator(db: Db, log: Log, given: string | undefined): Promise<void> {
  const existing = await db
    .selectFrom('user_account')
    .select('id')
    .where('is_administrator', '=', true)
    .executeTakeFirst()
  if (existing) return
  const first = firstPassword(given)
  const admin = { account: 'admin', real_name: '管理员', is_administrator: true }
  if (await makeAccount(db, admin, first.password)) showPassword(log, first, [admin.account])
}

/** Says a password that was made, once, with whose it is; one that came from the environment is known. */
export function showPassword(log: Log, first: FirstPassword, accounts: readonly string[]): void {
  if (!first.isGenerated || accounts.length === 0) return
  const word = accounts.length === 1 ? 'account' : 'accounts'
  log.info(`${word} ${accounts.join(', ')}, password ${first.password} (shown this once)`)
}

export interface NewAccount {
  readonly account: string
  readonly real_name: string
  readonly is_administrator?: boolean
}

/** Makes an account with a password; false when the account is there. */
export async function makeAccount(db: Db, account: NewAccount, password: string): Promise<boolean> {
  const made = await db
    .insertInto('user_account')
    .values({
      id: newId(),
      ...account,
      password_hash: await hashPassword(md5(password)),
      change_password_at: null,
      password_at: new Date(),
      login_at: null,
      previous_login_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account')
    .executeTakeFirst()
  return made !== undefined
}
