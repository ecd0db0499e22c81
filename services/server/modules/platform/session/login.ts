import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { accountOf, guessFrom, limitGuess } from './attempts'
import { demandCaptcha } from './captcha'
import { fitsPassword } from './passwords'
import { demandProof } from './proof'

type Login = (typeof sessionCalls)['session.login']
type LockScreen = (typeof sessionCalls)['session.lockScreen']

/** Signs in. An account that does not exist is refused exactly as a wrong password is. */
export async function login(
  context: CallContext,
  services: Services,
  input: InputOf<Login>,
): Promise<ResponseOf<Login>> {
  const { db, ip } = context
  const guess = guessFrom(ip, accountOf(input.account))
  const user = await noteRefusal(context, services, accountOf(input.account).id, () =>
    limitGuess(db, guess, '@server.wrongPassword', async (isCaptchaDue) => {
      if (isCaptchaDue) {
        await demandCaptcha(db, input.timestamp, input.code)
        await demandProof(db, guess, input.proof)
      }
      const found = await findAccount(db, input.account)
      return (await fitsPassword(found?.password_hash ?? null, input.password)) ? (found ?? null) : null
    }),
  )
  return enter(context, services, user.id)
}

/** Runs a way of signing in; a refusal stands in the log. @param account as it was typed; '' where none was */
export async function noteRefusal<T>(
  context: CallContext,
  services: Services,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) {
      const { text, params } = error
      // What has numbers in it is told without them: they were true at that moment alone.
      const refusal = typeof text === 'string' && !params ? text : '@log.lockedOut'
      services.log.signIn(context, { account, refusal })
    }
    throw error
  }
}

/**
 * The account that a person typed. `mobile@account` is a sub-account: it belongs to the company of whoever has the mobile
 * number (`spec/shell-and-monitoring.md §2.3`).
 */
export async function findAccount(db: Db, typed: string) {
  const [, mobile, account = ''] = /^(?:(1\d{10})@)?(.*)$/s.exec(typed.trim().toLowerCase()) ?? []
  return db
    .selectFrom('user_account')
    .select([
      'id',
      'account',
      'password_hash',
      'status',
      'language',
      'email',
      'mobile_phone',
      'mobile_verified_at',
      'own_email_at',
    ])
    .where((where) => where(where.fn<string>('lower', ['account']), '=', account))
    .where(mobile === undefined ? sql<boolean>`true` : sharesCompanyWith(mobile))
    .executeTakeFirst()
}

function sharesCompanyWith(mobile: string) {
  return sql<boolean>`exists (
    select from user_organize own join organize unit on unit.id = own.organize_id
      join organize shared on shared.company_id = unit.company_id
      join user_organize theirs on theirs.organize_id = shared.id
      join user_account main on main.id = theirs.user_id
    where own.user_id = user_account.id and main.mobile_phone = ${mobile} and main.status = 1)`
}

/**
 * Opens a session for a person who has proved who they are, by whichever way.
 * @throws ApiError 403 for an account that is disabled.
 */
export async function enter(
  context: CallContext,
  services: Services,
  userId: string,
): Promise<ResponseOf<Login>> {
  const { db } = context
  const user = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'status', 'theme', 'login_at', 'login_ip'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.status !== 1) {
    const refusal = '@server.accountDisabled'
    if (user) services.log.signIn(context, { account: user.account, userId, refusal })
    throw new ApiError(CODE.forbidden, refusal)
  }
  const config = await services.systemConfig.read()
  if (!services.systemConfig.admits(config, context.ip)) {
    const refusal = '@config.addressRefused'
    services.log.signIn(context, { account: user.account, userId, refusal })
    throw new ApiError(CODE.forbidden, refusal)
  }
  if (config.singleLogin === 1) await services.sessions.end({ userId }, 'elsewhere')
  const token = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('user_account')
      .set({
        login_at: new Date(),
        login_ip: context.ip,
        previous_login_at: user.login_at,
        previous_login_ip: user.login_ip,
      })
      .where('id', '=', userId)
      .execute()
    const caller = { ...context.user, userId, userAccount: user.account }
    await services.audit.write({ ...context, user: caller }, { action: 'session.login', target: userId }, tx)
    return services.sessions.open(userId, context.userAgent, context.ip, tx)
  })
  services.log.signIn(context, { account: user.account, userId, refusal: '' })
  return { token, theme: user.theme }
}

/** Unlocks the screen: the password of the very account that is signed in. Guesses count as at sign-in. */
export async function unlock(context: CallContext, input: InputOf<LockScreen>): Promise<null> {
  const isOwn = input.account.trim().toLowerCase() === context.user.userAccount.toLowerCase()
  await demandOwnPassword(context, input.password, '@server.unlockWrong', () => isOwn)
  return null
}

/**
 * Refuses with `message` a password that is not the signed-in person's, or when `also` does not hold. What is guessed wrong
 * counts for this session: whoever has found one open shuts nobody out.
 */
export async function demandOwnPassword(
  { db, user }: CallContext,
  password: string,
  message: string,
  also: () => boolean | Promise<boolean>,
): Promise<void> {
  const guess = {
    target: accountOf(user.userAccount),
    source: { kind: 'session', id: user.sessionId },
  } as const
  await limitGuess(db, guess, message, async () => {
    const holds = await also()
    const row = await db
      .selectFrom('user_account')
      .select('password_hash')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
    return (await fitsPassword(row.password_hash, password)) && holds ? true : null
  })
}
