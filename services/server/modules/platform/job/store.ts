import { newId } from '@runtime/id'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import { JOBS } from '../../../limits'
import type { CallContext, Db, Tx } from '../../../module'
import type { Sentence, Standing } from './board'
import type { JobResult, JobTable } from './tables'

export type JobRow = Selectable<JobTable>

const lease = sql<Date>`now() + ${sql.lit(JOBS.lease)} * interval '1 millisecond'`
/** Whoever had it has not been heard of for a lease. */
const isLeft = sql<boolean>`state = 'running' and lease_until < now()`

/** Writes a job down for whichever server takes it up. @throws ApiError 400 while too many of the person's are not over */
export async function addJob(
  { db, user, language, ip }: CallContext,
  kind: string,
  input: object,
  title: Sentence,
): Promise<string> {
  const id = newId()
  // Counted and written in one statement after a lock of the person's own, so that two at once do not pass each other.
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`job ${user.userId}`}))`.execute(tx)
    const { open } = await tx
      .selectFrom('job')
      .select((from) => from.fn.countAll<number>().as('open'))
      .where('person_id', '=', user.userId)
      .where('state', 'in', ['waiting', 'running'])
      // What a call does itself keeps no place of those that wait for a server.
      .where('lost', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(open) >= JOBS.openOfPerson)
      throw new ApiError(CODE.badRequest, '@job.tooMany', { params: { count: JOBS.openOfPerson } })
    await tx
      .insertInto('job')
      .values({
        ...{ id, kind, person_id: user.userId, language, ip },
        ...{ input: JSON.stringify(input), title: JSON.stringify(title) },
      })
      .execute()
  })
  return id
}

/** What is written down of a job that its caller waits for. */
export interface HeldJob {
  readonly kind: string
  readonly title: Sentence
  readonly total: number
  /** Why it has failed, where this server is gone. */
  readonly lost: Sentence
}

/** Writes down a job that this server has begun, and that no other takes up. */
export async function addHeldJob(
  { db, user, language, ip }: CallContext,
  { kind, title, total, lost }: HeldJob,
): Promise<JobRow> {
  return db
    .insertInto('job')
    .values({
      ...{ id: newId(), kind, person_id: user.userId, language, ip, total, input: '{}' },
      ...{ title: JSON.stringify(title), lost: JSON.stringify(lost) },
      ...{ state: 'running', claim: newId(), attempts: 1, lease_until: lease, started_at: sql<Date>`now()` },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes up the oldest job of these kinds that waits or whose server is gone; null where there is none. */
export async function claimJob(db: Db, kinds: readonly string[]): Promise<JobRow | null> {
  if (kinds.length === 0) return null
  const { rows } = await sql<JobRow>`
    update job set state = 'running', claim = ${newId()}, attempts = attempts + 1, lease_until = ${lease},
      started_at = coalesce(started_at, now())
    where id = (
      select id from job
      where kind = any(${[...kinds]}::text[]) and lost is null and (state = 'waiting' or ${isLeft}) and attempts < ${JOBS.attempts}
      order by created_at for update skip locked limit 1)
    returning *`.execute(db)
  return rows[0] ?? null
}

const held = (db: Db, { id, claim }: JobRow) =>
  db.updateTable('job').where('id', '=', id).where('claim', '=', claim).where('state', '=', 'running')

const isOne = ({ numUpdatedRows }: { readonly numUpdatedRows: bigint }) => numUpdatedRows === 1n

/** Keeps a job, and says how far it is; false where it has been cancelled, or is another's by now. */
export async function renewJob(db: Db, row: JobRow, standing?: Standing): Promise<boolean> {
  const [sentence] = standing?.sentences ?? []
  return isOne(
    await held(db, row)
      .set({
        lease_until: lease,
        ...(standing && { done: standing.done, total: standing.total }),
        ...(sentence && { sentence: JSON.stringify(sentence) }),
      })
      .executeTakeFirst(),
  )
}

/** Ends a job; false where it is not one's own any more. */
export async function endJob(
  db: Db,
  row: JobRow,
  end: { readonly result: JobResult } | { readonly failure: Sentence },
): Promise<boolean> {
  return isOne(
    await held(db, row)
      .set({
        ended_at: sql<Date>`now()`,
        lease_until: null,
        ...('result' in end
          ? { state: 'done' as const, result: JSON.stringify(end.result) }
          : { state: 'failed' as const, failure: JSON.stringify(end.failure) }),
      })
      .executeTakeFirst(),
  )
}

export type JobEnd =
  | { readonly state: 'done' | 'cancelled'; readonly result: JobResult }
  | { readonly state: 'failed'; readonly failure: Sentence }

/**
 * Ends a job that its caller waits for. Nobody else takes it up: its own word is the last, also where it was cancelled or given up
 * meanwhile. The answer is its row.
 */
export async function endHeldJob(db: Db, { id, claim }: JobRow, end: JobEnd): Promise<JobRow | undefined> {
  return db
    .updateTable('job')
    .set({
      ...{ state: end.state, lease_until: null, ended_at: sql<Date>`coalesce(ended_at, now())` },
      ...('result' in end
        ? { result: JSON.stringify(end.result), failure: null }
        : { failure: JSON.stringify(end.failure) }),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returningAll()
    .executeTakeFirst()
}

/** Puts back a job that this server cannot end because it stops: that is no attempt. */
export async function putBackJob(db: Db, row: JobRow): Promise<void> {
  await held(db, row)
    .set({ state: 'waiting', claim: null, lease_until: null, attempts: sql<number>`attempts - 1` })
    .execute()
}

/** Gives up those that no server has come to the end of; the answer are their rows. */
export async function giveUpJobs(db: Db): Promise<readonly JobRow[]> {
  return db
    .updateTable('job')
    .set({
      ...{ state: 'failed', ended_at: sql<Date>`now()` },
      failure: sql`coalesce(lost, ${JSON.stringify({ text: '@job.lost' })}::jsonb)`,
    })
    .where(isLeft)
    .where((where) => where.or([where('attempts', '>=', JOBS.attempts), where('lost', 'is not', null)]))
    .returningAll()
    .execute()
}

/** Cancels a job of one's own that is not over; the answer is its row. */
export async function cancelJob(db: Db, personId: string, id: string): Promise<JobRow | undefined> {
  return db
    .updateTable('job')
    .set({ state: 'cancelled', ended_at: sql<Date>`now()`, lease_until: null })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

export async function jobOf(db: Db, personId: string, id: string): Promise<JobRow | undefined> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** The last job of a person's that came to the end of just this; undefined: none has. */
export async function lastDone(
  db: Db | Tx,
  personId: string,
  kind: string,
  input: object,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('state', '=', 'done')
    .where('input', '=', sql<object>`${JSON.stringify(input)}::jsonb`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A person's jobs, the newest first. */
export async function jobsOf(db: Db, personId: string): Promise<readonly JobRow[]> {
  return db
    .selectFrom('job')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(JOBS.listed)
    .execute()
}

/** Forgets jobs that have been over for as long as their results are kept; the answer are the files of theirs. */
export async function forgetJobs(db: Db): Promise<readonly string[]> {
  const rows = await db
    .deleteFrom('job')
    .where('ended_at', '<', sql<Date>`now() - ${sql.lit(JOBS.kept)} * interval '1 millisecond'`)
    .returning('result')
    .execute()
  return rows.flatMap(({ result }) => result?.file?.id ?? [])
}
