import type { currentUserCalls } from '@services/contract/areas/platform/current-user'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { demandVersion } from '../../../database/version'
import { ApiError } from '../../../http/errors'
import { type CallContext, Reply, type Services } from '../../../module'
import { fileTold } from '../people/users/person-file'
import { demandCaptcha } from './captcha'
import { demandCode, spendCode } from './codes'
import { demandOwnPassword } from './login'
import { choosePassword, demandGoodPassword } from './password-policy'
import { hashPassword } from './passwords'
import { phoneOf } from './sms/codes'

type Calls = typeof currentUserCalls

export async function readBaseInfo(
  context: CallContext,
  services: Services,
): Promise<ResponseOf<Calls['currentUser.baseInfo']>> {
  const { db, user } = context
  const row = await db
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  const roles = await services.rights.rolesOf(row.id, context.language)
  return {
    id: row.id,
    account: row.account,
    realName: row.real_name,
    gender: row.gender,
    mobilePhone: row.mobile_phone,
    email: row.email,
    headIcon: row.head_icon,
    signature: row.signature,
    organizeName: user.organizeName ?? '',
    departmentName: user.departmentName ?? '',
    positionName: user.positionName ?? '',
    roleName: roles.map((role) => role.name).join(context.text('@server.comma')),
    creatorTime: row.created_at.getTime(),
    prevLogTime: row.previous_login_at?.getTime() ?? null,
    prevLogIP: row.previous_login_ip,
    isMobileProved: row.mobile_verified_at !== null,
    ...(await fileTold(db, row)),
  }
}

export async function saveBaseInfo(
  context: CallContext,
  input: InputOf<Calls['currentUser.saveBaseInfo']>,
): Promise<Reply<null>> {
  const changes = {
    gender: input.gender === null ? 0 : input.gender,
    email: emptied(input.email),
    head_icon: emptied(input.headIcon),
    signature: emptied(input.signature),
  }
  await context.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('user_account')
      .select(['real_name', 'gender', 'mobile_phone', 'email', 'head_icon', 'signature'])
      .where('id', '=', context.user.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    refuseOthers(context, before, input)
    // Who says only the name, as it is, changes nothing: a statement without a column is none.
    if (Object.values(changes).every((value) => value === undefined)) return
    const isOtherMail = changes.email !== undefined && changes.email !== before.email
    const set = { ...changes, ...(isOtherMail && { own_email_at: new Date() }) }
    await tx.updateTable('user_account').set(set).where('id', '=', context.user.userId).execute()
    await demandVersion(tx, 'user_account', context.user.userId)
    const after = { ...before, ...JSON.parse(JSON.stringify(changes)) }
    await context.audit(
      { action: 'currentUser.saveBaseInfo', target: context.user.userId, before, after },
      tx,
    )
  })
  return new Reply(null, context.text('@server.saved'))
}

const emptied = (text: string | null | undefined) => (text === null ? '' : text)

/**
 * Name and organisation are the administrator's, and a number is one's own once it is proved: a call that says them as they
 * are is taken as ever.
 */
function refuseOthers(
  context: CallContext,
  before: { readonly real_name: string; readonly mobile_phone: string },
  { realName, mobilePhone = before.mobile_phone }: InputOf<Calls['currentUser.saveBaseInfo']>,
): void {
  const refuse = (path: string, message: string) =>
    new ApiError(CODE.badRequest, message, { errors: [{ path, message: context.text(message) }] })
  if (realName !== before.real_name) throw refuse('realName', '@session.nameIsAdministrators')
  if (mobilePhone !== before.mobile_phone) throw refuse('mobilePhone', '@session.mobileByCode')
}

/**
 * Gives the person a mobile number that they have proved to have: with the password, and with the code sent to it. It is
 * theirs alone from then on.
 * @throws ApiError 400
 */
export async function changeMobile(
  context: CallContext,
  input: InputOf<Calls['currentUser.changeMobile']>,
): Promise<Reply<null>> {
  const { db, ip, user } = context
  const { mobilePhone } = input
  await demandOwnPassword(context, input.password, '@session.passwordWrong', () => true)
  await demandCode(db, ip, phoneOf(mobilePhone), input.code)
  await spendCode(db, phoneOf(mobilePhone))
  await db.transaction().execute(async (tx) => {
    const taken = await tx
      .selectFrom('user_account')
      .select('id')
      .where('mobile_phone', '=', mobilePhone)
      .where('mobile_verified_at', 'is not', null)
      .where('id', '<>', user.userId)
      .executeTakeFirst()
    if (taken) throw new ApiError(CODE.badRequest, '@session.mobileTaken')
    const before = await tx
      .selectFrom('user_account')
      .select('mobile_phone')
      .where('id', '=', user.userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const after = { mobile_phone: mobilePhone }
    await tx
      .updateTable('user_account')
      .set({ ...after, mobile_verified_at: new Date() })
      .where('id', '=', user.userId)
      .execute()
    await demandVersion(tx, 'user_account', user.userId)
    await context.audit({ action: 'currentUser.changeMobile', target: user.userId, before, after }, tx)
  })
  return new Reply(null, context.text('@server.saved'))
}

/** Changes the password and ends every session of the account (`spec/shell-and-monitoring.md §5`). */
export async function modifyPassword(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['currentUser.modifyPassword']>,
): Promise<Reply<null>> {
  const { db, user } = context
  await demandOwnPassword(context, input.oldPassword, '@server.oldPasswordWrong', async () => {
    await demandCaptcha(db, input.timestamp, input.code)
    return true
  })
  if (input.oldPassword.toLowerCase() === input.password.toLowerCase())
    throw new ApiError(CODE.badRequest, '@server.samePassword')
  const { password: wire, passwordText: text } = input
  const { userId, userAccount: account } = user
  await demandGoodPassword(context, services, { wire, text, account, userId, path: 'password' })
  const password_hash = await hashPassword(input.password)
  await db.transaction().execute(async (tx) => {
    await choosePassword(tx, user.userId, password_hash)
    await context.audit({ action: 'currentUser.modifyPassword', target: user.userId }, tx)
  })
  await services.sessions.end({ userId: user.userId }, 'password')
  return new Reply(null, context.text('@server.passwordChanged'))
}
