import { randomBytes } from 'node:crypto'
import { newId } from '@runtime/id'
import type { Log } from '../../../log'
import type { Db } from '../../../module'
import { hashPassword, makePassword, md5 } from './passwords'

/** What a first start says once on standard output. */
export interface FirstAccount {
  readonly account: string
  readonly password: string
  /** False when the password came from the environment: it is not printed. */
  readonly isGenerated: boolean
}

/** Makes `admin` unless there is an administrator; null when there is. Replicas that start together make one. */
export async function makeAdministrator(db: Db, password: string | undefined): Promise<FirstAccount | null> {
  const existing = await db
    .selectFrom('user_account')
    .select('id')
    .where('is_administrator', '=', true)
    .executeTakeFirst()
  if (existing) return null
  return makeAccount(db, { account: 'admin', real_name: '管理员', is_administrator: true }, password)
}

/** Says a password that was made, once; one that came from the environment is known. */
export function showPassword(log: Log, first: FirstAccount | null): void {
  if (first?.isGenerated) log.info(`account ${first.account}, password ${first.password} (shown this once)`)
}

export interface NewAccount {
  readonly account: string
  readonly real_name: string
  readonly is_administrator?: boolean
}

/** Makes an account with a password that was given or is made; null when the account is there. */
export async function makeAccount(
  db: Db,
  account: NewAccount,
  given: string | undefined,
): Promise<FirstAccount | null> {
  const password = given ?? makePassword(randomBytes)
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
  return made ? { account: made.account, password, isGenerated: given === undefined } : null
}
