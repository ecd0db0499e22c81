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

/** Failures are counted by the name that was tried, so that an account that does not exist behaves as one that does. */
const nameOf = (account: string) => account.trim().toLowerCase()

export async function failuresOf(db: Db, account: string): Promise<number> {
  const found = await db
    .selectFrom('login_attempt')
    .select(['failures', 'locked_until'])
    .where('account', '=', nameOf(account))
    .where('last_at', '>', minutesAgo(LOCKING.forgetMinutes))
    .executeTakeFirst()
  if (found?.locked_until && found.locked_until.getTime() > Date.now()) {
    const minutes = Math.ceil((found.locked_until.getTime() - Date.now()) / 60_000)
    throw new ApiError(CODE.forbidden, '@server.accountLocked', { params: { minutes } })
  }
  return found?.failures ?? 0
}

/**
 * Lets an account's password be guessed once. `judge` gets the failures so far and answers null for a wrong guess, which
 * is counted, slows this answer down and is refused with `message`; a right one forgets the failures.
 * @throws ApiError 400 for a wrong guess, 403 while the account is locked.
 */
export async function guess<T extends object | true>(
  db: Db,
  account: string,
  message: string,
  judge: (failures: number) => Promise<T | null>,
): Promise<T> {
  const verdict = await inTurn(nameOf(account), async () => {
    const right = await judge(await failuresOf(db, account))
    if (right === null) return countFailure(db, account)
    await forgetFailures(db, account)
    return right
  })
  if (typeof verdict !== 'number') return verdict
  const failures = verdict
  const delay = Math.min(LOCKING.longestDelay, LOCKING.firstDelay * 2 ** (failures - 1))
  await new Promise((resolve) => setTimeout(resolve, delay))
  throw new ApiError(CODE.badRequest, message, { data: { captcha: failures >= LOCKING.captchaAfter } })
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
async function countFailure(db: Db, account: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into login_attempt (account, failures, last_at) values (${nameOf(account)}, 1, now())
    on conflict (account) do update set
      failures = case
        when login_attempt.last_at < ${minutesAgo(LOCKING.forgetMinutes)} or login_attempt.locked_until < now() then 1
        else login_attempt.failures + 1 end,
      locked_until = case
        when login_attempt.locked_until < now() then null
        when login_attempt.last_at >= ${minutesAgo(LOCKING.forgetMinutes)}
          and login_attempt.failures + 1 >= ${LOCKING.lockAfter} then ${minutesAgo(-LOCKING.lockMinutes)}::timestamptz
        else null end,
      last_at = now()
    returning failures`.execute(db)
  return rows[0]?.failures ?? 1
}

async function forgetFailures(db: Db, account: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('account', '=', nameOf(account)).execute()
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000)
}
