import { randomInt } from 'node:crypto'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Db } from '../../../module'
import { drawCaptcha } from './captcha-picture'

const VALID_FOR = 5 * 60_000
/** Makes a code of so many digits for `key` and draws it; an older code under the key is forgotten. */
export async function makeCaptcha(db: Db, key: string, length: number): Promise<Buffer> {
  const code = Array.from({ length }, () => randomInt(10)).join('')
  const expires_at = new Date(Date.now() + VALID_FOR)
  await db.deleteFrom('captcha').where('expires_at', '<', new Date()).execute()
  await db
    .insertInto('captcha')
    .values({ key, code, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ code, expires_at }))
    .execute()
  return drawCaptcha(code)
}

/** Takes an answer, once: a right one is spent, a wrong one spends the code too. Throws code 400. */
export async function demandCaptcha(
  db: Db,
  key: string | undefined,
  answer: string | undefined,
): Promise<void> {
  if (!key || !answer)
    throw new ApiError(CODE.badRequest, '@server.captchaNeeded', { data: { captcha: true } })
  const found = await db.deleteFrom('captcha').where('key', '=', key).returningAll().executeTakeFirst()
  if (!found || found.expires_at.getTime() < Date.now() || found.code !== answer.trim())
    throw new ApiError(CODE.badRequest, '@server.captchaWrong', { data: { captcha: true } })
}
