import type { signInCalls } from '@services/contract/areas/platform/sign-in'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { Subject } from '../../../../http/subject'
import { type CallContext, type Db, Reply, type Services } from '../../../../module'
import { guessFrom } from '../attempts'
import { demandCaptcha } from '../captcha'
import { CODES, demandCode, issueCode, spendCode, takeBackCode } from '../codes'
import { enter, noteRefusal } from '../login'
import { demandProof } from '../proof'
import type { SmsProvider } from './provider'

type Calls = typeof signInCalls

/** Seconds for which a code sent to a number is good. */
export const SMS_SECONDS = 300

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
  const { code, id } = await db
    .transaction()
    .execute((tx) => issueCode(tx, { target: phoneOf(mobilePhone), ip, seconds: SMS_SECONDS }))
  const message = text('@session.smsText', { code, minutes: SMS_SECONDS / 60 })
  try {
    await provider.send({ mobilePhone, code, text: message })
  } catch (cause) {
    // What was not sent may be asked for again at once.
    await takeBackCode(db, id)
    throw Object.assign(new ApiError(CODE.failed, '@session.smsFailed'), { cause })
  }
  return new Reply({ interval: CODES.interval, expiresIn: SMS_SECONDS }, text('@session.codeSent'))
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
  await noteRefusal(context, services, '', () => demandCode(db, ip, phoneOf(mobilePhone), code))
  const owner = await ownerOf(db, mobilePhone)
  if (owner) {
    await spendCode(db, phoneOf(mobilePhone))
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
  await spendCode(db, phoneOf(mobilePhone))
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
