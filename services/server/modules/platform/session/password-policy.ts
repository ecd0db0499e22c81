import { isLimited, rulesOf } from '@runtime/password/policy'
import type { TextParams } from '@runtime/text'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { isCommonPassword } from './common-passwords'
import { fitsPassword, md5 } from './passwords'

/** A password that somebody is to have from now on. */
export interface NewPassword {
  /** The documented wire form. */
  readonly wire: string
  /** What was typed; it is checked, and then forgotten: neither kept nor logged. */
  readonly text: string | undefined
  readonly account: string
  /** Absent for an account that is being made. */
  readonly userId?: string
  /** The member of the input that is at fault. */
  readonly path: string
}

/**
 * Checks a new password by the system's policy (`design/hardening.md §7`). A hash tells nothing of length or characters, so
 * what was typed is sent beside it; without it a password is taken only while no policy is in force.
 * @throws ApiError 400 with the field at fault
 */
export async function demandGoodPassword(
  context: CallContext,
  services: Services,
  password: NewPassword,
): Promise<void> {
  const { wire, text, account, userId, path } = password
  const refuse = (message: string, params?: TextParams) =>
    new ApiError(CODE.badRequest, message, {
      ...(params && { params }),
      errors: [{ path, message: context.text(message, params) }],
    })
  if (text !== undefined && md5(text) !== wire.toLowerCase()) throw refuse('@session.passwordTextDiffers')
  if (await isCommonPassword(wire, account, text)) throw refuse('@server.commonPassword')
  const policy = await services.systemConfig.read()
  if (isLimited(policy)) {
    if (text === undefined) throw refuse('@session.passwordTextNeeded')
    const broken = rulesOf(policy, account).find((rule) => !rule.holds(text))
    if (broken) throw refuse(broken.message, broken.params)
  }
  const count = policy.disableOldPassword === 1 ? policy.disableTheNumberOfOldPasswords : 0
  if (userId !== undefined && (await wasUsed(context.db, userId, wire, count)))
    throw refuse('@session.passwordUsed', { count })
}

/** Whether a password is one of the last `count` of a person. */
async function wasUsed(db: Db, userId: string, wire: string, count: number): Promise<boolean> {
  if (count === 0) return false
  const rows = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('set_at', 'desc')
    .limit(count)
    .execute()
  for (const { password_hash } of rows) if (await fitsPassword(password_hash, wire)) return true
  return false
}

/** Gives a person the password that they have chosen themselves. */
export async function choosePassword(tx: Tx, userId: string, password_hash: string): Promise<void> {
  const change_password_at = new Date()
  await tx
    .updateTable('user_account')
    .set({
      ...{ password_hash, change_password_at, password_at: change_password_at },
      must_change_password: false,
    })
    .where('id', '=', userId)
    .execute()
  await notePassword(tx, userId, password_hash)
}

/** Passwords of one person that are kept for comparison, as their hashes. */
const KEPT = 24

/** Notes a password that a person has from now on. */
export async function notePassword(tx: Tx, userId: string, password_hash: string): Promise<void> {
  await tx.insertInto('password_history').values({ user_id: userId, password_hash }).execute()
  const spare = tx
    .selectFrom('password_history')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('set_at', 'desc')
    .orderBy('id', 'desc')
    .offset(KEPT)
  await tx.deleteFrom('password_history').where('id', 'in', spare).execute()
}
