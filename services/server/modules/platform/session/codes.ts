import { randomInt } from 'node:crypto'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Subject } from '../../../http/subject'
import type { Db, Tx } from '../../../module'
import { guessFrom, limitGuess } from './attempts'
import { fitsPassword, hashPassword } from './passwords'

/** What a code is, and how often one is sent. */
export const CODES = {
  digits: 6,
  /** Seconds between two codes for one target. */
  interval: 60,
  /** Wrong answers after which a code is worth nothing. */
  attempts: 5,
  /** Codes an hour for one target, and on behalf of one address. */
  perTarget: 5,
  perAddress: 20,
} as const

interface NewCode {
  readonly target: Subject
  readonly ip: string
  /** For how long it is good. */
  readonly seconds: number
  /** Whose password it sets. */
  readonly userId?: string | undefined
}

/**
 * Makes a code; who it is for is the caller's to tell. It is kept as a hash alone.
 * @throws ApiError 429 where one was made a moment ago, or too many within the hour
 */
export async function issueCode(
  tx: Tx,
  { target, ip, seconds, userId }: NewCode,
): Promise<{ readonly id: number; readonly code: string }> {
  const code = String(randomInt(10 ** CODES.digits)).padStart(CODES.digits, '0')
  const code_hash = await hashPassword(code)
  await refuseTooMany(tx, target, ip)
  const { id } = await tx
    .insertInto('one_time_code')
    .values({
      ...{ target_kind: target.kind, target: target.id, user_id: userId ?? null, code_hash, ip },
      expires_at: new Date(Date.now() + seconds * 1000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

/** What was not sent may be asked for again at once. */
export async function takeBackCode(db: Db, id: number): Promise<void> {
  await db.deleteFrom('one_time_code').where('id', '=', id).execute()
}

const LOCKS: Partial<Record<Subject['kind'], number>> = { phone: 71_001, address: 71_002, recovery: 71_003 }

/** Counts what was sent within the hour, one request at a time for each target and address. */
async function refuseTooMany(tx: Db, { kind, id }: Subject, ip: string): Promise<void> {
  // The first number says what the second is of: a kind and an id, as everywhere.
  await sql`select pg_advisory_xact_lock(${LOCKS[kind]}::int, hashtext(${id})),
    pg_advisory_xact_lock(${LOCKS.address}::int, hashtext(${ip}))`.execute(tx)
  const isOfTarget = sql`target_kind = ${kind} and target = ${id}`
  const sent = await tx
    .selectFrom('one_time_code')
    .select([
      sql<number>`count(*) filter (where ${isOfTarget})`.as('to_target'),
      sql<number>`count(*) filter (where ip = ${ip})`.as('from_address'),
      sql<number | null>`extract(epoch from now() - max(created_at) filter (where ${isOfTarget}))`.as(
        'since',
      ),
    ])
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  const wait = sent.since === null ? 0 : Math.ceil(CODES.interval - Number(sent.since))
  if (wait > 0)
    throw new ApiError(CODE.tooMany, '@session.codeTooSoon', { params: { seconds: wait }, data: { wait } })
  if (Number(sent.to_target) >= CODES.perTarget || Number(sent.from_address) >= CODES.perAddress)
    throw new ApiError(CODE.tooMany, '@session.tooManyCodes')
  await tx.deleteFrom('one_time_code').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}

/**
 * Checks a code for a target, as a guess that counts; answers whose it is, if anybody's.
 * @throws ApiError 400, and those of `limitGuess`
 */
export function demandCode(
  db: Db,
  ip: string,
  target: Subject,
  code: string,
): Promise<{ readonly userId: string | null }> {
  return limitGuess(db, guessFrom(ip, target), '@session.codeWrong', () => matching(db, target, code))
}

/** Whose code it is if it is the last one of the target; each question uses up one of its few answers. */
async function matching(
  db: Db,
  { kind, id }: Subject,
  code: string,
): Promise<{ readonly userId: string | null } | null> {
  const newest = db
    .selectFrom('one_time_code')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
  const found = await db
    .updateTable('one_time_code')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('id', '=', newest)
    .where('expires_at', '>', new Date())
    .where('attempts', '<', CODES.attempts)
    .where('spent', '=', false)
    .returning(['code_hash', 'user_id'])
    .executeTakeFirst()
  return (await fitsPassword(found?.code_hash ?? null, code)) ? { userId: found?.user_id ?? null } : null
}

/** A code is good once. The row stays: it counts for how many may be sent. @throws ApiError 400 for who comes second */
export async function spendCode(db: Db, { kind, id }: Subject): Promise<void> {
  const spent = await db
    .updateTable('one_time_code')
    .set({ spent: true })
    .where('target_kind', '=', kind)
    .where('target', '=', id)
    .where('spent', '=', false)
    .returning('id')
    .execute()
  if (spent.length === 0) throw new ApiError(CODE.badRequest, '@session.codeWrong')
}
