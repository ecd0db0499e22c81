import { randomInt } from 'node:crypto'
import type { signInCalls } from '@services/contract/areas/platform/sign-in'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../../http/errors'
import type { Subject } from '../../../../http/subject'
import { type CallContext, type Db, Reply, type Services } from '../../../../module'
import { guessFrom, limitGuess } from '../attempts'
import { demandCaptcha } from '../captcha'
import { enter, noteRefusal } from '../login'
import { fitsPassword, hashPassword } from '../passwords'
import { demandProof } from '../proof'
import type { SmsProvider } from './provider'

type Calls = typeof signInCalls

/** What a code is, and how often one is sent. */
export const SMS = {
  digits: 6,
  /** Seconds for which a code is good. */
  seconds: 300,
  /** Seconds between two codes to one number. */
  interval: 60,
  /** Wrong answers after which a code is worth nothing. */
  attempts: 5,
  /** Codes an hour to one number, and on behalf of one address. */
  perNumber: 5,
  perAddress: 20,
} as const

export const phoneOf = (id: string): Subject => ({ kind: 'phone', id })

/**
 * Sends a code. Every number is answered alike, whether an account has it or not: what becomes of a number is known only
 * to whoever reads its messages.
 */
export async function sendCode(
  context: CallContext,
  provider: SmsProvider,
  { mobilePhone, code: answer, timestamp, proof }: InputOf<Calls['session.sendCode']>,
): Promise<Reply<ResponseOf<Calls['session.sendCode']>>> {
  const { db, ip, text } = context
  if (!(await provider.isOn())) throw new ApiError(CODE.badRequest, '@session.codesOff')
  await demandCaptcha(db, timestamp, answer)
  await demandProof(db, guessFrom(ip, phoneOf(mobilePhone)), proof)
  const code = String(randomInt(10 ** SMS.digits)).padStart(SMS.digits, '0')
  const code_hash = await hashPassword(code)
  await db.transaction().execute(async (tx) => {
    await refuseTooMany(tx, mobilePhone, ip)
    await tx
      .insertInto('sms_code')
      .values({
        mobile_phone: mobilePhone,
        code_hash,
        ip,
        expires_at: new Date(Date.now() + SMS.seconds * 1000),
      })
      .execute()
  })
  const message = text('@session.smsText', { code, minutes: SMS.seconds / 60 })
  try {
    await provider.send({ mobilePhone, code, text: message })
  } catch (cause) {
    // What was not sent may be asked for again at once.
    await db.deleteFrom('sms_code').where('code_hash', '=', code_hash).execute()
    throw Object.assign(new ApiError(CODE.failed, '@session.smsFailed'), { cause })
  }
  return new Reply({ interval: SMS.interval, expiresIn: SMS.seconds }, text('@session.codeSent'))
}

const LOCKS = { phone: 71_001, address: 71_002 } as const

/** Counts what was sent within the hour, one request at a time for each number and address. */
async function refuseTooMany(tx: Db, mobilePhone: string, ip: string): Promise<void> {
  // The first number says what the second is of: a kind and an id, as everywhere.
  await sql`select pg_advisory_xact_lock(${LOCKS.phone}, hashtext(${mobilePhone})),
    pg_advisory_xact_lock(${LOCKS.address}, hashtext(${ip}))`.execute(tx)
  const sent = await tx
    .selectFrom('sms_code')
    .select([
      sql<number>`count(*) filter (where mobile_phone = ${mobilePhone})`.as('to_number'),
      sql<number>`count(*) filter (where ip = ${ip})`.as('from_address'),
      sql<
        number | null
      >`extract(epoch from now() - max(created_at) filter (where mobile_phone = ${mobilePhone}))`.as('since'),
    ])
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  const wait = sent.since === null ? 0 : Math.ceil(SMS.interval - Number(sent.since))
  if (wait > 0)
    throw new ApiError(CODE.tooMany, '@session.codeTooSoon', { params: { seconds: wait }, data: { wait } })
  if (Number(sent.to_number) >= SMS.perNumber || Number(sent.from_address) >= SMS.perAddress)
    throw new ApiError(CODE.tooMany, '@session.tooManyCodes')
  await tx.deleteFrom('sms_code').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}

/**
 * Signs in who has a number's code and has proved the number. Where no account has, whoever gives a company and a contact asks for one:
 * the request is kept for an administrator.
 */
export async function loginByCode(
  context: CallContext,
  services: Services,
  { mobilePhone, code, companyName = '', contact = '' }: InputOf<Calls['session.loginByCode']>,
): Promise<ResponseOf<Calls['session.loginByCode']> | Reply<object>> {
  const { db, ip, text } = context
  await noteRefusal(context, services, '', () => demandCode(db, ip, mobilePhone, code))
  const owner = await ownerOf(db, mobilePhone)
  if (owner) {
    await spendCode(db, mobilePhone)
    return enter(context, services, owner.id)
  }
  const [company, person] = [companyName.trim(), contact.trim()]
  if (company === '' || person === '') {
    const message = company === '' ? '@session.enterCompanyName' : '@session.enterContact'
    const path = company === '' ? 'companyName' : 'contact'
    throw new ApiError(CODE.badRequest, '@session.unknownNumber', {
      errors: [{ path, message: text(message) }],
      data: { isUnknown: true },
    })
  }
  await spendCode(db, mobilePhone)
  const values = { company_name: company, contact: person, ip, asked_at: new Date() }
  await db
    .insertInto('account_request')
    .values({ mobile_phone: mobilePhone, ...values })
    .onConflict((conflict) => conflict.column('mobile_phone').doUpdateSet(values))
    .execute()
  return new Reply({}, text('@session.accountRequested'))
}

/** Whoever has proved a number is let in by it, and nobody whose number an administrator has typed: it may be a stranger's. */
async function ownerOf(db: Db, mobilePhone: string): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('user_account')
    .select('id')
    .where('mobile_phone', '=', mobilePhone)
    .where('mobile_verified_at', 'is not', null)
    .where('status', '=', 1)
    .executeTakeFirst()
}

/**
 * Checks a code for a number, as a guess that counts.
 * @throws ApiError 400, and those of `judgeGuess`
 */
export async function demandCode(db: Db, ip: string, mobilePhone: string, code: string): Promise<void> {
  await limitGuess(db, guessFrom(ip, phoneOf(mobilePhone)), '@session.codeWrong', () =>
    fits(db, mobilePhone, code),
  )
}

/** Whether the code is the one last sent to the number; each question uses up one of its few answers. */
async function fits(db: Db, mobilePhone: string, code: string): Promise<true | null> {
  const newest = db
    .selectFrom('sms_code')
    .select('id')
    .where('mobile_phone', '=', mobilePhone)
    .orderBy('id', 'desc')
    .limit(1)
  const found = await db
    .updateTable('sms_code')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('id', '=', newest)
    .where('expires_at', '>', new Date())
    .where('attempts', '<', SMS.attempts)
    .where('spent', '=', false)
    .returning('code_hash')
    .executeTakeFirst()
  return (await fitsPassword(found?.code_hash ?? null, code)) ? true : null
}

/** A code lets in once. The row stays: it counts for how many may be sent. */
export async function spendCode(db: Db, mobilePhone: string): Promise<void> {
  const spent = await db
    .updateTable('sms_code')
    .set({ spent: true })
    .where('mobile_phone', '=', mobilePhone)
    .where('spent', '=', false)
    .returning('id')
    .execute()
  if (spent.length === 0) throw new ApiError(CODE.badRequest, '@session.codeWrong')
}
