import { randomBytes } from 'node:crypto'
import { rulesOf } from '@runtime/password/policy'
import type { usersCalls } from '@services/contract/areas/platform/users'
import type { InputOf } from '@services/contract/call'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import { demandPerson } from '../../permission/layered/scope'
import { accountOf, forgetTarget } from '../../session/attempts'
import { isCommonPassword } from '../../session/common-passwords'
import { demandGoodPassword, notePassword } from '../../session/password-policy'
import { hashPassword, makePassword, md5 } from '../../session/passwords'
import { refusal, update } from '../change'
import { findPerson } from './persons'

type Reset = InputOf<(typeof usersCalls)['users.resetPassword']>

/**
 * Gives a person a password that they change when they next sign in, lets a locked account in again, and ends its sessions. One that
 * is made here is answered and nowhere kept: neither the audit nor a log has it.
 */
export async function resetPassword(
  context: CallContext,
  services: Services,
  input: Reset,
): Promise<{ password: string }> {
  const { id } = input
  const account = await accountWith(context.db, id)
  const password = input.generate === 1 ? await generated(services, account) : ''
  const wire = password === '' ? await typed(context, services, input, account) : md5(password)
  const password_hash = await hashPassword(wire)
  await update(context, {
    action: 'users.resetPassword',
    id,
    broken: {},
    read: (tx) => findPerson(tx, id, context.text),
    async write(tx) {
      await services.holdings.demandNotAbove(context, tx, id)
      await demandPerson(context, tx, id, 'edit')
      await tx
        .updateTable('user_account')
        .set({
          ...{ password_hash, change_password_at: null, password_at: new Date() },
          must_change_password: true,
        })
        .where('id', '=', id)
        .execute()
      await notePassword(tx, id, password_hash)
      await forgetAttempts(tx, id)
    },
  })
  await services.sessions.end({ userId: id }, 'administrator')
  return { password }
}

/** One that was typed twice, under the policy. */
async function typed(
  context: CallContext,
  services: Services,
  { id, userPassword, validatePassword, passwordText }: Reset,
  account: string,
): Promise<string> {
  if (userPassword == null) throw refusal(context, 'userPassword', '@people.passwordRequired')
  if (userPassword.toLowerCase() !== (validatePassword ?? userPassword).toLowerCase())
    throw refusal(context, 'validatePassword', '@people.passwordsDiffer')
  await demandGoodPassword(context, services, {
    ...{ wire: userPassword, text: passwordText ?? undefined, account, userId: id },
    path: 'userPassword',
  })
  return userPassword
}

/** One that the policy allows, whatever it asks for. */
async function generated(services: Services, account: string): Promise<string> {
  const policy = await services.systemConfig.read()
  const rules = rulesOf(policy, account)
  const least = Number(policy.passwordLengthMinNumber)
  for (;;) {
    const password = makePassword(randomBytes, {
      least,
      signs: rules.some(({ wanted }) => wanted === '@session.hasCharacter'),
    })
    const isGood = rules.every(({ holds }) => holds(password))
    if (isGood && !(await isCommonPassword(md5(password), account, password))) return password
  }
}

async function accountWith(db: Db | Tx, id: string): Promise<string> {
  const row = await db.selectFrom('user_account').select('account').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row.account
}

/** Lets an account in again that wrong passwords have locked. */
export async function forgetAttempts(tx: Tx, id: string): Promise<void> {
  await forgetTarget(tx, accountOf(await accountWith(tx, id)))
}
