import { CODE } from '@services/contract/envelope'
import { type SqlBool, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import { addressOf, type Subject } from '../../../http/subject'
import { ACCOUNT_GUESSES, ADDRESS_GUESSES, GUESSES } from '../../../limits'
import type { Db } from '../../../module'
import { readConfig, type SystemConfig } from '../system-config/config'

/**
 * A guess at a secret: whose it is and where it comes from. Failures are counted for both together, and for each alone:
 * - both together lock: whoever guesses at an account is locked out of it, and nobody else is;
 * - an address that guesses at many accounts is locked out of all;
 * - an account never locks: failures of many addresses make its next guess dearer (a captcha, with proof of work that grows),
 *   and a right password from an address without failures gets in.
 * They stand in the database, so that all servers count together.
 */
export interface Guess {
  readonly target: Subject
  readonly source: Subject
}

/**
 * The account that was tried; one that does not exist behaves as one that does. Of a sub-account (`mobile@account`) the
 * account counts: otherwise every mobile number would give it fresh guesses.
 */
export function accountOf(typed: string): Subject {
  return { kind: 'account', id: typed.trim().toLowerCase().replace(/^.*@/, '') }
}

/** A guess at the secret of an account from an address. */
export function guessFrom(ip: string, target: Subject): Guess {
  return { target, source: addressOf(ip) }
}

export interface Standing {
  /** Failures of the guesser at the target, of the guesser at all targets, and of all at the target. */
  readonly pair: number
  readonly source: number
  readonly target: number
  /** Milliseconds for which the pair and the source are locked. */
  readonly pairLock: number
  readonly sourceLock: number
}

/** Stands in a row where it counts for any source or any target. */
const ANY = { kind: 'any', id: '' } as const

/** What there is against a guess, as all servers know it. */
export async function standingOf(db: Db, guess: Guess): Promise<Standing> {
  const { rows } = await sql<Row>`
    select target_kind, source_kind,
      case when last_at > now() - ${minutes(GUESSES.forgetMinutes)} and coalesce(locked_until > now(), true)
        then failures else 0 end as failures,
      greatest(0, extract(epoch from locked_until - now()) * 1000)::float8 as locked_for
    from login_attempt where ${rowsOf(guess)}`.execute(db)
  return standingIn(rows)
}

/** Whether a guess needs a captcha. Who is locked is told when they guess; here they are as any with failures. */
export function isCaptchaDue({ pair, target, source }: Standing, config: SystemConfig): boolean {
  if (config.enableVerificationCode === 1) return true
  return (
    pair >= config.verificationCodeAfterErrors ||
    target >= ACCOUNT_GUESSES.captchaAfter ||
    source >= ADDRESS_GUESSES.captchaAfter
  )
}

/**
 * Checks one guess. It counts as a failure before it is checked, in one statement for all servers, and is taken back when it
 * was none: of a thousand guesses that come at once no more are checked than of as many that come one by one.
 *
 * `check` answers null for a wrong guess, which slows this answer down and is refused with `message`; a right one forgets
 * what the guesser has got wrong at this target. It is told whether a captcha is due, and what there was before it.
 * @throws ApiError 400 for a wrong guess, 403 while the guesser is locked out of the target, 429 while out of all.
 */
export async function limitGuess<T extends object | true>(
  db: Db,
  guess: Guess,
  message: string,
  decide: (isDue: boolean, before: Standing) => Promise<T | null>,
): Promise<T> {
  const config = await readConfig(db)
  refuseLocked(await standingOf(db, guess))
  const counted = await count(db, guess)
  const before = {
    ...counted,
    pair: counted.pair - 1,
    target: counted.target - 1,
    source: counted.source - 1,
  }
  let right: T | null
  try {
    refuseLocked(counted)
    // So many are being checked at this moment.
    if (counted.pair > config.passwordErrorsNumber || counted.source > ADDRESS_GUESSES.lockAfter)
      throw new ApiError(CODE.tooMany, '@server.tooMany')
    right = await decide(isCaptchaDue(before, config), before)
  } catch (error) {
    await takeBack(db, guess)
    throw error
  }
  if (right !== null) {
    // What the guesser got wrong here counts no more for the target; the address stays as it was.
    await takeBack(db, guess, { pair: counted.pair, source: 1, target: counted.pair })
    return right
  }
  await lock(db, guess, counted, config)
  const delay = Math.min(GUESSES.longestDelay, GUESSES.firstDelay * 2 ** Math.min(20, before.pair))
  await new Promise((resolve) => setTimeout(resolve, delay))
  throw new ApiError(CODE.badRequest, message, {
    data: { captcha: isCaptchaDue(await standingOf(db, guess), config) },
  })
}

/** Forgets all that was ever got wrong at a target. */
export async function forgetTarget(db: Db, { kind, id }: Subject): Promise<void> {
  const rows = db.deleteFrom('login_attempt').where('target_kind', '=', kind).where('target', '=', id)
  await rows.where('source_kind', '<>', ANY.kind).execute()
  await rows.where('source_kind', '=', ANY.kind).execute()
}

function refuseLocked({ pairLock, sourceLock }: Standing): void {
  if (pairLock > 0) {
    const params = { minutes: Math.ceil(pairLock / 60_000) }
    throw new ApiError(CODE.forbidden, '@server.accountLocked', { params })
  }
  if (sourceLock > 0) throw new ApiError(CODE.tooMany, '@server.tooMany')
}

/** The three rows in which a guess counts. */
const placesOf = ({ target, source }: Guess) => [
  [target, source] as const,
  [ANY, source] as const,
  [target, ANY] as const,
]

function rowsOf(guess: Guess) {
  const places = placesOf(guess).map(
    ([target, source]) =>
      sql`(${target.kind}::text, ${target.id}::text, ${source.kind}::text, ${source.id}::text)`,
  )
  return sql<SqlBool>`(target_kind, target, source_kind, source) in (${sql.join(places)})`
}

interface Row {
  readonly target_kind: string
  readonly source_kind: string
  readonly failures: number
  readonly locked_for: number | null
}

function standingIn(rows: readonly Row[]): Standing {
  const pair = rows.find((row) => row.target_kind !== ANY.kind && row.source_kind !== ANY.kind)
  const source = rows.find((row) => row.target_kind === ANY.kind)
  const target = rows.find((row) => row.source_kind === ANY.kind)
  return {
    pair: pair?.failures ?? 0,
    source: source?.failures ?? 0,
    target: target?.failures ?? 0,
    pairLock: pair?.locked_for ?? 0,
    sourceLock: source?.locked_for ?? 0,
  }
}

/** Counts one failure in all three rows; what has been forgotten in the meantime begins anew. Locks are remembered for a day. */
async function count(db: Db, guess: Guess): Promise<Standing> {
  const values = placesOf(guess).map(
    ([target, source]) => sql`(${target.kind}, ${target.id}, ${source.kind}, ${source.id}, 1, now())`,
  )
  const isForgotten = sql`login_attempt.last_at < now() - ${minutes(GUESSES.forgetMinutes)}
    or login_attempt.locked_until < now()`
  const { rows } = await sql<Row>`
    insert into login_attempt (target_kind, target, source_kind, source, failures, last_at)
    values ${sql.join(values)}
    on conflict (target_kind, target, source_kind, source) do update set
      failures = case when ${isForgotten} then 1 else login_attempt.failures + 1 end,
      locked_until = case when login_attempt.locked_until < now() then null else login_attempt.locked_until end,
      locks = case when login_attempt.last_at < now() - interval '1 day' then 0 else login_attempt.locks end,
      last_at = now()
    returning target_kind, source_kind, failures,
      greatest(0, extract(epoch from locked_until - now()) * 1000)::float8 as locked_for`.execute(db)
  return standingIn(rows)
}

/** Takes failures back, row by row in the order in which they are counted: two that wait for each other would wait for ever. */
async function takeBack(db: Db, guess: Guess, failures = { pair: 1, source: 1, target: 1 }): Promise<void> {
  const less = [failures.pair, failures.source, failures.target]
  const values = placesOf(guess).map(
    ([target, source], index) =>
      sql`(${target.kind}, ${target.id}, ${source.kind}, ${source.id}, ${less[index] ?? 0}::int, now())`,
  )
  await sql`
    insert into login_attempt (target_kind, target, source_kind, source, failures, last_at)
    values ${sql.join(values)}
    on conflict (target_kind, target, source_kind, source) do update set
      failures = greatest(0, login_attempt.failures - excluded.failures)`.execute(db)
}

/**
 * Locks what has failed too often: twice as long as the last time within a day; an address out of an account for a day, where
 * administrators are to unlock it. It stays one address's lock: nobody shuts out another.
 */
async function lock(
  db: Db,
  guess: Guess,
  { pair, source }: Standing,
  { passwordErrorsNumber, lockType, lockTime }: SystemConfig,
): Promise<void> {
  const locked = [
    ...(pair >= passwordErrorsNumber ? [placesOf(guess)[0]] : []),
    ...(source >= ADDRESS_GUESSES.lockAfter ? [placesOf(guess)[1]] : []),
  ]
  for (const place of locked) {
    if (!place) continue
    const [target, from] = place
    const isPair = target.kind !== ANY.kind
    const first = !isPair ? GUESSES.lockMinutes : lockType === 1 ? DAY_MINUTES : lockTime
    await sql`
      update login_attempt set locks = locks + 1,
        locked_until = now() + least(interval '1 day', ${minutes(first)} * power(2, least(locks, 12)))
      where target_kind = ${target.kind} and target = ${target.id}
        and source_kind = ${from.kind} and source = ${from.id}
        and (locked_until is null or locked_until < now())`.execute(db)
  }
}

const DAY_MINUTES = 1_440
const minutes = (count: number) => sql`make_interval(mins => ${count}::int)`

/** Throws away what counts no more. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.deleteFrom('login_attempt').where('last_at', '<', sql<Date>`now() - interval '2 days'`).execute()
}
