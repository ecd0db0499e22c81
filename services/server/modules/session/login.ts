import type { sessionCalls } from '@services/contract/areas/session'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../http/errors'
import type { CallContext, Services } from '../../module'
import { guess, LOCKING } from './attempts'
import { demandCaptcha } from './captcha'
import { fitsPassword } from './passwords'

type Login = (typeof sessionCalls)['session.login']
type LockScreen = (typeof sessionCalls)['session.lockScreen']

/** Signs in. An account that does not exist is refused exactly as a wrong password is. */
export async function login(
  context: CallContext,
  services: Services,
  input: InputOf<Login>,
): Promise<ResponseOf<Login>> {
  const { db } = context
  const user = await guess(db, input.account, '@server.wrongPassword', async (failures) => {
    if (failures >= LOCKING.captchaAfter) await demandCaptcha(db, input.timestamp, input.code)
    const found = await db
      .selectFrom('user_account')
      .select(['id', 'account', 'password_hash', 'status', 'theme', 'login_at', 'login_ip'])
      .where((where) =>
        where(where.fn<string>('lower', ['account']), '=', input.account.trim().toLowerCase()),
      )
      .executeTakeFirst()
    return (await fitsPassword(found?.password_hash ?? null, input.password)) ? (found ?? null) : null
  })
  if (user.status !== 1) throw new ApiError(CODE.forbidden, '@server.accountDisabled')
  const { singleLogin } = await services.systemConfig.read()
  if (singleLogin === 1) await services.sessions.end({ userId: user.id }, 'elsewhere')
  const token = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('user_account')
      .set({
        login_at: new Date(),
        login_ip: context.ip,
        previous_login_at: user.login_at,
        previous_login_ip: user.login_ip,
      })
      .where('id', '=', user.id)
      .execute()
    const caller = { ...context.user, userId: user.id, userAccount: user.account }
    await services.audit.write({ ...context, user: caller }, { action: 'session.login', target: user.id }, tx)
    return services.sessions.open(user.id, context.userAgent, context.ip, tx)
  })
  return { token, theme: user.theme }
}

/** Unlocks the screen: the password of the very account that is signed in. Guesses count as at sign-in. */
export async function unlock(context: CallContext, input: InputOf<LockScreen>): Promise<null> {
  const isOwn = input.account.trim().toLowerCase() === context.user.userAccount.toLowerCase()
  await demandOwnPassword(context, input.password, '@server.unlockWrong', () => isOwn)
  return null
}

/** Refuses with `message` a password that is not the signed-in person's, or when `also` does not hold. */
export async function demandOwnPassword(
  { db, user }: CallContext,
  password: string,
  message: string,
  also: () => boolean | Promise<boolean>,
): Promise<void> {
  await guess(db, user.userAccount, message, async () => {
    const holds = await also()
    const row = await db
      .selectFrom('user_account')
      .select('password_hash')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    return (await fitsPassword(row.password_hash, password)) && holds ? true : null
  })
}
