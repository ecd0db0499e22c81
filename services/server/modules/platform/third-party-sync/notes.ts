import { newId } from '@runtime/id'
import { inParts } from '../../../database/batches'
import { ApiError } from '../../../http/errors'
import type { Db } from '../../../module'
import type { Sentence } from '../job/board'
import { OutboundProblem } from '../outbound/problem'
import type { Third } from './directory'

export type What = 'organize' | 'user'
export type Act = 'add' | 'change' | 'remove' | 'fail'

/** One thing that a run does, would do, or could not do. */
export interface Note {
  readonly act: Act
  readonly name: string
  readonly place?: string
  readonly ownId?: string
  readonly theirId?: string
  readonly reason?: Sentence
}

/** What a run keeps of what it does. */
export interface Notes {
  /**
   * Does a thing, unless the run is a trial, and notes it; what the other side refuses is noted as such, and false is the
   * answer. What says that nothing can be done at all (the other side is away) is thrown.
   */
  do(note: Note, work: () => Promise<void>): Promise<boolean>
  fail(note: Omit<Note, 'act'>): void
  /** Something that is on this side alone by now: it stays until somebody ticks it. */
  gone(note: Omit<Note, 'act'>): void
  keep(db: Db, third: Third, what: What, direction: number): Promise<void>
}

export function createNotes(isTrial: boolean): Notes {
  const kept: Note[] = []
  return {
    async do(note, work) {
      try {
        if (!isTrial) await work()
        kept.push(note)
        return true
      } catch (error) {
        const reason = refusalOf(error)
        if (!reason) throw error
        kept.push({ ...note, act: 'fail', reason })
        return false
      }
    },
    fail: (note) => void kept.push({ ...note, act: 'fail' }),
    gone: (note) => void kept.push({ ...note, act: 'remove' }),
    keep: (db, third, what, direction) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('third_sync_item').where('third', '=', third).where('what', '=', what).execute()
        const rows = kept.map(({ act, name, place = '', ownId = '', theirId = '', reason }, sort) => ({
          id: newId(),
          ...{ third, what, direction, act, sort, place },
          full_name: name,
          own_id: ownId,
          their_id: theirId,
          is_done: !isTrial && act !== 'remove' && act !== 'fail',
          reason: reason ? JSON.stringify(reason) : null,
        }))
        for (const part of inParts(rows)) await tx.insertInto('third_sync_item').values(part).execute()
      }),
  }
}

/** Why one thing was refused, by either side; undefined for what is no refusal of it alone. */
export function refusalOf(error: unknown): Sentence | undefined {
  if (error instanceof OutboundProblem)
    return error.text === '@outbound.failed' ? { text: error.text, params: error.params } : undefined
  if (error instanceof ApiError && typeof error.text === 'string')
    return {
      text: error.text,
      ...(error.params && { params: error.params as NonNullable<Sentence['params']> }),
    }
  return undefined
}
