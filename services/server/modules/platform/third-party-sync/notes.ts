import { newId } from '@runtime/id'
import { sql, type Updateable } from 'kysely'
import { inParts } from '../../../database/batches'
import { ApiError } from '../../../http/errors'
import type { Db } from '../../../module'
import type { Sentence } from '../job/board'
import { OutboundProblem } from '../outbound/problem'
import type { Third, What } from './directory'
import { forgetRuns } from './history'
import type { Pair, State } from './state'
import type { ThirdSyncItemTable } from './tables'

/**
 * What is listed is added, changed, removed or has failed; a `link` was only found to stand for something, and what is
 * put `aside` has its name taken for a moment: both are kept so that they can be undone.
 */
export type Act = 'add' | 'change' | 'remove' | 'fail' | 'link' | 'aside'
export const LISTED: readonly Act[] = ['add', 'change', 'remove', 'fail']

/** One thing that a run does, would do, or could not do. */
export interface Note {
  readonly act: Act
  readonly name: string
  readonly place?: string
  readonly ownId?: string
  readonly theirId?: string
  readonly reason?: Sentence
  readonly before?: State
  readonly after?: State
  readonly replaced?: readonly Pair[] | undefined
}

/** What is known of a thing when it is done: the id that it was given, what it stands for by now. */
type Outcome = Pick<Note, 'ownId' | 'theirId' | 'replaced'>

/** What a run keeps of what it does. */
export interface Notes {
  /**
   * Does a thing, unless the run is a trial. It is noted before and after, so that it is known of a run that is killed; what
   * the other side refuses is noted as such, and false is the answer. What says that nothing can be done at all (the other side is
   * away) is thrown.
   */
  do(note: Note, work: () => Promise<Outcome | undefined>): Promise<boolean>
  fail(note: Omit<Note, 'act'>): void
  /** Something that is on this side alone by now: it stays until somebody ticks it. */
  gone(note: Omit<Note, 'act'>): void
  /** Something that has got another name for a moment. */
  aside(note: Omit<Note, 'act'>, work: () => Promise<void>): Promise<void>
  /** Something that is the same on both sides; nothing is noted where it was known. */
  linked(note: Omit<Note, 'act'>): Promise<void>
  /** Writes down what has not been yet. */
  keep(): Promise<void>
}

/** What is noted, and of which run. */
export interface NotesOf {
  readonly runId: string
  readonly third: Third
  readonly what: What
  readonly direction: number
  readonly isTrial: boolean
}

/** Notes that wait to be written together. */
const AT_ONCE = 500

/** Begins to list a run, or goes on with one that was killed: what that has done stays noted. */
export async function createNotes(db: Db, { runId, isTrial, ...of }: NotesOf): Promise<Notes> {
  await forgetRuns(db, runId, of)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(sort) + 1, 0)::int as next from third_sync_item where run_id = ${runId}`.execute(db)
  let sort = rows[0]?.next ?? 0
  const waiting: Note[] = []
  const keyOf = ({ act, ownId = '', theirId = '' }: Note) =>
    `${act === 'aside' ? 'aside ' : ''}${of.direction === 1 ? theirId : ownId}`
  const begun = await begunBefore(db, runId, keyOf)
  const keep = async () => {
    const parts = waiting.splice(0).map((note) => rowOf(note, sort++))
    for (const part of inParts(parts)) await db.insertInto('third_sync_item').values(part).execute()
  }
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  const rowOf = (note: Note, at: number) => ({
    id: newId(),
    ...{ ...of, run_id: runId, act: note.act, sort: at },
    ...{ full_name: note.name, place: note.place ?? '' },
    ...{ own_id: note.ownId ?? '', their_id: note.theirId ?? '' },
    is_done: !isTrial && note.act !== 'remove' && note.act !== 'fail',
    ...{ reason: json(note.reason), before: json(note.before), after: json(note.after) },
    replaced: json(note.replaced),
  })
  const change = (id: string, to: Updateable<ThirdSyncItemTable>) =>
    db.updateTable('third_sync_item').set(to).where('id', '=', id).execute()
  const begin = async (note: Note): Promise<string> => {
    await keep()
    const { id, ...row } = { ...rowOf(note, sort++), is_done: false, is_begun: true }
    const old = begun.get(keyOf(note))
    if (old === undefined)
      await db
        .insertInto('third_sync_item')
        .values({ id, ...row })
        .execute()
    else await change(old, row)
    begun.delete(keyOf(note))
    return old ?? id
  }
  const finish = (id: string, { ownId, theirId, replaced }: Outcome) =>
    change(id, {
      // In the order in which things were done: what was put aside for another comes before it.
      sort: sort++,
      ...{ is_done: true, ...(ownId && { own_id: ownId }), ...(theirId && { their_id: theirId }) },
      ...(replaced && { replaced: JSON.stringify(replaced) }),
    })
  const add = async (note: Note) => {
    waiting.push(note)
    if (!isTrial || waiting.length >= AT_ONCE) await keep()
  }
  return {
    async do(note, work) {
      if (isTrial) {
        await add(note)
        return true
      }
      const id = await begin(note)
      try {
        await finish(id, (await work()) ?? {})
        return true
      } catch (error) {
        const reason = refusalOf(error)
        if (!reason) throw error
        await change(id, { act: 'fail', is_begun: false, reason: JSON.stringify(reason) })
        return false
      }
    },
    fail: (note) => void waiting.push({ ...note, act: 'fail' }),
    gone: (note) => void waiting.push({ ...note, act: 'remove' }),
    async aside(note, work) {
      const id = await begin({ ...note, act: 'aside' })
      await work()
      await finish(id, {})
    },
    async linked(note) {
      const key = keyOf({ ...note, act: 'link' })
      const old = begun.get(key)
      if (old !== undefined) {
        // It was done after all, only nobody could write it down.
        begun.delete(key)
        return void (await finish(old, note))
      }
      if (!isTrial && note.replaced) await add({ ...note, act: 'link' })
    },
    keep,
  }
}

/** What the same run has begun before it was killed, and may have done: ids of items by what they are of. */
async function begunBefore(
  db: Db,
  runId: string,
  keyOf: (note: Note) => string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('third_sync_item')
    .select(['id', 'act', 'full_name', 'own_id', 'their_id'])
    .where('run_id', '=', runId)
    .where('is_begun', '=', true)
    .where('is_done', '=', false)
    .execute()
  return new Map(
    rows.map(({ id, act, full_name: name, own_id: ownId, their_id: theirId }) => [
      keyOf({ act: act as Act, name, ownId, theirId }),
      id,
    ]),
  )
}

/** Why one thing was refused, by either side; undefined for what is no refusal of it alone. */
export function refusalOf(error: unknown): Sentence | undefined {
  if (error instanceof OutboundProblem)
    return error.text === '@outbound.failed'
      ? { text: '@thirdSync.refused', params: error.params }
      : undefined
  if (error instanceof ApiError && typeof error.text === 'string')
    return {
      text: error.text,
      ...(error.params && { params: error.params as NonNullable<Sentence['params']> }),
    }
  return undefined
}
