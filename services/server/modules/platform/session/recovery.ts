import { setTimeout as pause } from 'node:timers/promises'
import { formatDate } from '@runtime/date/format'
import type { Language } from '@runtime/text'
import type { signInCalls } from '@services/contract/areas/platform/sign-in'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Subject } from '../../../http/subject'
import { type CallContext, type ModuleServer, Reply, type Services, type Tx } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'
import { accountOf, guessFrom } from './attempts'
import { demandCaptcha } from './captcha'
import { CODES, demandCode, issueCode, spendCode } from './codes'
import { findAccount, noteRefusal } from './login'
import { choosePassword, demandGoodPassword } from './password-policy'
import { hashPassword } from './passwords'
import { demandProof } from './proof'

type Calls = typeof signInCalls
type Server = Pick<ModuleServer, 'services' | 'locales'>
type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Milliseconds for which no code goes to an address that somebody has given themselves: an open session alone, which asks for no
 * password to change it, is not to be worth the account.
 */
const OWN_MAIL_RESTS = 86_400_000
/** Seconds for which a code for a forgotten password is good. */
const SECONDS = 600
/** Milliseconds after which asking for a code is answered, so that the time tells nothing of the account. */
const ANSWERED_AFTER = 400

/** The code for the password of an account, as it was typed; not the account itself: who guesses at codes is not locked out of signing in. */
const recoveryOf = (typed: string): Subject => ({ kind: 'recovery', id: accountOf(typed).id })

/** Whether a forgotten password can be set anew: a code has a way to its person. */
export async function hasRecovery({ outbound }: Services): Promise<boolean> {
  return (await outbound.hasMail()) || (await outbound.hasSms())
}

/**
 * Sends a code for a forgotten password. What is answered, and when, says nothing of the account: whether there is one, whether
 * it is disabled, and where its codes go.
 * @throws ApiError 400, 403 outside the white list, 429
 */
export async function sendPasswordCode(
  context: CallContext,
  { services, locales }: Server,
  { account: typed, code: answer, timestamp, proof }: InputOf<Calls['session.sendPasswordCode']>,
): Promise<Reply<ResponseOf<Calls['session.sendPasswordCode']>>> {
  const { db, ip, text } = context
  const config = await demandWhiteList(context, services)
  if (!(await hasRecovery(services))) throw new ApiError(CODE.badRequest, '@session.recoveryOff')
  await demandCaptcha(db, timestamp, answer)
  await demandProof(db, guessFrom(ip, accountOf(typed)), proof)
  const answered = pause(ANSWERED_AFTER)
  const found = await findAccount(db, typed)
  const way = found && (await wayTo(found, services))
  await db.transaction().execute(async (tx) => {
    const userId = way && found.id
    const { code } = await issueCode(tx, { target: recoveryOf(typed), ip, seconds: SECONDS, userId })
    if (!way) return
    const texts = locales.translator(found.language as Language)
    const content = {
      title: texts.text('@session.recoverySubject', { name: config.sysName }),
      text: texts.text('@session.recoveryText', { account: found.account, code, minutes: SECONDS / 60 }),
    }
    const until = new Date(Date.now() + SECONDS * 1000)
    await services.outbound.send(way.kind, way.to, { ...content, code, until }, tx)
  })
  await answered
  const { passwordStrengthLimit, passwordLengthMin, passwordLengthMinNumber, containsNumbers } = config
  const { includeLowercaseLetters, includeUppercaseLetters, containsCharacters } = config
  const policy = {
    ...{ passwordStrengthLimit, passwordLengthMin, passwordLengthMinNumber, containsNumbers },
    ...{ includeLowercaseLetters, includeUppercaseLetters, containsCharacters },
  }
  return new Reply(
    { interval: CODES.interval, expiresIn: SECONDS, policy },
    text('@session.passwordCodeSent', { minutes: SECONDS / 60 }),
  )
}

/**
 * Where the codes of an account go: to its mail unless its person has only just changed it, else to a number that its person has proved; to nobody where it is disabled
 * or has no password that could have been forgotten.
 */
async function wayTo(
  { status, password_hash, email, mobile_phone, mobile_verified_at, own_email_at }: Account,
  { outbound }: Services,
): Promise<{ readonly kind: 'mail' | 'sms'; readonly to: string } | undefined> {
  if (status !== 1 || password_hash === null) return undefined
  const isSettled = own_email_at === null || Date.now() - own_email_at.getTime() > OWN_MAIL_RESTS
  if (email !== '' && isSettled && (await outbound.hasMail())) return { kind: 'mail', to: email }
  const isProved = mobile_phone !== '' && mobile_verified_at !== null
  return isProved && (await outbound.hasSms()) ? { kind: 'sms', to: mobile_phone } : undefined
}

/**
 * Sets a forgotten password anew for who has the code, ends the sessions of the account and tells its person. Who is locked out
 * of the account stays so.
 * @throws ApiError 400, 403 outside the white list, 429
 */
export async function resetForgotten(
  context: CallContext,
  { services, locales }: Server,
  { account: typed, code, password: wire, passwordText }: InputOf<Calls['session.resetPassword']>,
): Promise<Reply<null>> {
  const { db, ip } = context
  const target = recoveryOf(typed)
  const config = await demandWhiteList(context, services)
  const password = { wire, text: passwordText, account: target.id, path: 'password' }
  // What is wrong with any password costs no code; what this person has had is told to who has the code alone.
  await demandGoodPassword(context, services, password)
  const userId = await noteRefusal(context, services, target.id, async () => {
    const owner = await demandCode(db, ip, target, code)
    if (owner.userId === null) throw new ApiError(CODE.badRequest, '@session.codeWrong')
    return owner.userId
  })
  await demandGoodPassword(context, services, { ...password, userId })
  const password_hash = await hashPassword(wire)
  await db.transaction().execute(async (tx) => {
    const person = await lockPerson(tx, userId)
    await spendCode(tx, target)
    await choosePassword(tx, userId, password_hash)
    const caller = { ...context.user, userId, userAccount: person.account }
    const entry = { action: 'session.resetPassword', target: userId }
    await services.audit.write({ ...context, user: caller }, entry, tx)
    if (person.email === '' || !(await services.outbound.hasMail())) return
    const texts = locales.translator(person.language as Language)
    const time = formatDate(Date.now(), 'yyyy-MM-dd HH:mm', TIME_ZONE)
    const content = {
      title: texts.text('@session.resetSubject', { name: config.sysName }),
      text: texts.text('@session.resetText', { account: person.account, time, address: ip }),
    }
    await services.outbound.send('mail', person.email, content, tx)
  })
  await services.sessions.end({ userId }, 'password')
  return new Reply(null, context.text('@session.passwordReset'))
}

/** Whose password it is, kept as they are until it is set. @throws ApiError 400 for who has been disabled since */
async function lockPerson(tx: Tx, userId: string) {
  const person = await tx
    .selectFrom('user_account')
    .select(['account', 'email', 'language'])
    .where('id', '=', userId)
    .where('status', '=', 1)
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new ApiError(CODE.badRequest, '@session.codeWrong')
  return person
}

/** Who may not sign in from where they are sets no password from there. */
async function demandWhiteList({ ip }: CallContext, { systemConfig }: Services) {
  const config = await systemConfig.read()
  if (!systemConfig.admits(config, ip)) throw new ApiError(CODE.forbidden, '@config.addressRefused')
  return config
}
