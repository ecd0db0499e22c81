import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../http/errors'
import type { Db } from '../../module'

/** What wrong passwords lead to (`design/server.md`, "Identity and rights"). */
export const LOCKING = {
  /** From this many failures on, signing in needs a captcha. */
  captchaAfter: 3,
  /** From this many on, the account is locked. */
  lockAfter: 8,
  lockMinutes: 10,
  /** Failures are forgotten after this many minutes without another. */
  forgetMinutes: 30,
  /** Milliseconds that the answer to the first failure waits; doubled with each, up to the longest. */
  firstDelay: 100,
  longestDelay: 4_000,
} as const

/** The same for an address, behind which a whole office may sit: whoever tries many accounts once each is met here. */
export const ADDRESS_LOCKING = { captchaAfter: 20, lockAfter: 200 } as const

/** Who guesses: at which account, and from where (nowhere for a person who is signed in). */
export interface Guesser {
  readonly account: string
  readonly ip?: string
}

/**
 * Failures are counted by the name that was tried, so that an account that does not exist behaves as one that does. Of a
 * sub-account (`mobile@account`) the account counts: otherwise every mobile number would give it fresh guesses.
 */
const nameOf = (account: string) => account.trim().toLowerCase().replace(/^.*@/, '')
/** No account has a space in it. */
const addressName = (ip: string) => `ip ${ip}`

/**
 * Failures of an account so far.
 * @throws ApiError 403 while it is locked.
 */
export async function failuresOf(db: Db, account: string): Promise<number> {
  const { failures, lockedFor } = await readFailures(db, nameOf(account))
  if (lockedFor > 0)
    throw new ApiError(CODE.forbidden, '@server.accountLocked', { params: { minutes: lockedFor } })
  return failures
}

/** Whether a guess needs a captcha. A locked account is told when it signs in; here it is as any with failures. */
export async function needsCaptcha(db: Db, { account, ip }: Guesser): Promise<boolean> {
  const [own, address] = await Promise.all([
    readFailures(db, nameOf(account)),
    ip === undefined ? null : readFailures(db, addressName(ip)),
  ])
  return own.failures >= LOCKING.captchaAfter || (address?.failures ?? 0) >= ADDRESS_LOCKING.captchaAfter
}

async function readFailures(db: Db, name: string): Promise<{ failures: number; lockedFor: number }> {
  const found = await db
    .selectFrom('login_attempt')
    .select(['failures', 'locked_until'])
    .where('account', '=', name)
    .where('last_at', '>', minutesAgo(LOCKING.forgetMinutes))
    .executeTakeFirst()
  const lockedFor = Math.max(0, (found?.locked_until?.getTime() ?? 0) - Date.now())
  return { failures: found?.failures ?? 0, lockedFor: Math.ceil(lockedFor / 60_000) }
}

/**
 * Lets an account's password be guessed once. `judge` answers null for a wrong guess, which is counted, slows this answer
 * down and is refused with `message`; a right one forgets the account's failures. `judge` is told whether a captcha is due.
 * @throws ApiError 400 for a wrong guess, 403 while the account is locked, 429 while the address is.
 */
export async function guess<T extends object | true>(
  db: Db,
  guesser: Guesser,
  message: string,
  judge: (isCaptchaDue: boolean) => Promise<T | null>,
): Promise<T> {
  const { account, ip } = guesser
  const verdict = await inTurn(nameOf(account), async () => {
    const own = await failuresOf(db, account)
    const address = ip === undefined ? null : await readFailures(db, addressName(ip))
    if (address && address.lockedFor > 0) throw new ApiError(CODE.tooMany, '@server.tooMany')
    const isCaptchaDue =
      own >= LOCKING.captchaAfter || (address?.failures ?? 0) >= ADDRESS_LOCKING.captchaAfter
    const right = await judge(isCaptchaDue)
    if (right === null) {
      if (ip !== undefined) await countFailure(db, addressName(ip), ADDRESS_LOCKING.lockAfter)
      return countFailure(db, nameOf(account), LOCKING.lockAfter)
    }
    await db.deleteFrom('login_attempt').where('account', '=', nameOf(account)).execute()
    return right
  })
  if (typeof verdict !== 'number') return verdict
  const delay = Math.min(LOCKING.longestDelay, LOCKING.firstDelay * 2 ** (verdict - 1))
  await new Promise((resolve) => setTimeout(resolve, delay))
  throw new ApiError(CODE.badRequest, message, { data: { captcha: await needsCaptcha(db, guesser) } })
}

const turns = new Map<string, Promise<unknown>>()

/** One after the other for each name: a thousand guesses sent at once would all be judged before the first had counted. */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
  turns.set(name, turn)
  try {
    return await turn
  } finally {
    if (turns.get(name) === turn) turns.delete(name)
  }
}

/** Counts a failure, in one statement so that attempts at other servers count too. */
async function countFailure(db: Db, name: string, lockAfter: number): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_attempt (account, failures, last_at) values (${name}, 1, now())
    on conflict (account) do update set
      failures = case
        when login_attempt.last_at < ${minutesAgo(LOCKING.forgetMinutes)} or login_attempt.locked_until < now() then 1
        else login_attempt.failures + 1 end,
      locked_until = case
        when login_attempt.locked_until < now() then null
        when login_attempt.last_at >= ${minutesAgo(LOCKING.forgetMinutes)}
          and login_attempt.failures + 1 >= ${lockAfter} then ${minutesAgo(-LOCKING.lockMinutes)}::timestamptz
        else null end,
      last_at = now()
    returning failures`.execute(db)
  return rows[0]?.failures ?? 1
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000)
}
