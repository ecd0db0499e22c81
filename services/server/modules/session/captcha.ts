import { randomInt } from 'node:crypto'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../http/errors'
import type { Db } from '../../module'

export const CAPTCHA_LENGTH = 4
const VALID_FOR = 5 * 60_000
const WIDTH = 120
const HEIGHT = 40

/**
 * Seven strokes of a seven-segment digit, as lines on a 2 × 4 grid (a top, b and c right, d bottom, e and f left, g
 * middle). Strokes instead of text: a program that reads the SVG finds no characters in it.
 */
const SEGMENTS: Record<string, readonly [number, number, number, number]> = {
  a: [0, 0, 2, 0],
  b: [2, 0, 2, 2],
  c: [2, 2, 2, 4],
  d: [0, 4, 2, 4],
  e: [0, 2, 0, 4],
  f: [0, 0, 0, 2],
  g: [0, 2, 2, 2],
}
const DIGITS = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgecd', 'abc', 'abcdefg', 'abcdfg']

/** Makes a code for `key` and draws it; an older code under the key is forgotten. */
export async function makeCaptcha(db: Db, key: string): Promise<string> {
  const code = Array.from({ length: CAPTCHA_LENGTH }, () => randomInt(10)).join('')
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

/** Draws digits as slanted, shaken strokes of changing colour over noise. */
export function drawCaptcha(code: string): string {
  const shake = (by: number) => (randomInt(2001) / 1000 - 1) * by
  const colour = () => `hsl(${randomInt(360)} 55% ${35 + randomInt(15)}%)`
  const line = (x1: number, y1: number, x2: number, y2: number, width: number) =>
    `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}Q${((x1 + x2) / 2 + shake(1.6)).toFixed(1)} ${((y1 + y2) / 2 + shake(1.6)).toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${colour()}" stroke-width="${width.toFixed(1)}"/>`
  const strokes: string[] = []
  ;[...code].forEach((digit, index) => {
    const left = 12 + index * 27 + shake(3)
    const top = 8 + shake(3)
    const slant = shake(2)
    const at = (x: number, y: number) =>
      [left + x * 6.5 + (y * slant) / 2 + shake(0.8), top + y * 6 + shake(0.8)] as const
    for (const name of DIGITS[Number(digit)] ?? '') {
      const [x1, y1, x2, y2] = SEGMENTS[name] ?? [0, 0, 0, 0]
      strokes.push(line(...at(x1, y1), ...at(x2, y2), 2.2 + shake(0.5)))
    }
  })
  for (let count = 0; count < 5; count++)
    strokes.push(line(randomInt(WIDTH), randomInt(HEIGHT), randomInt(WIDTH), randomInt(HEIGHT), 0.8))
  // Shuffled, so that the order of the strokes tells nothing.
  for (let index = strokes.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[strokes[index], strokes[other]] = [strokes[other] ?? '', strokes[index] ?? '']
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round"><rect width="100%" height="100%" fill="#f2f3f5"/>${strokes.join('')}</svg>`
}
