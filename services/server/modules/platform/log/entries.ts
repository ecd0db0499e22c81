import { LOG_KIND } from '@services/contract/areas/platform/log'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext } from '../../../module'
import { isErasable } from './sight'

/** An entry by its id: an operation by its number in the audit, any other by its time and number. */
export interface EntryId {
  readonly category: number
  readonly at: number
  readonly id: number
}

export const idOf = ({ category, at, id }: EntryId): string =>
  category === LOG_KIND.operation ? `${category}-${id}` : `${category}-${at}-${id}`

/** @throws ApiError 404 for what is no entry's id */
export function entryOf(text: string): EntryId {
  const [, category, at, id] = /^(\d)-(?:(\d{1,15})-)?(\d{1,15})$/.exec(text) ?? []
  const isOperation = Number(category) === LOG_KIND.operation
  if (id === undefined || isOperation !== (at === undefined)) throw notFound()
  return { category: Number(category), at: Number(at ?? 0), id: Number(id) }
}

/**
 * Deletes entries, those that are the caller's to delete; how many of which log stands in the audit.
 * @returns how many there were
 * @throws ApiError 403 where one of them is an operation: nothing is deleted then
 */
export async function deleteEntries(context: CallContext, ids: readonly string[]): Promise<number> {
  const entries = ids.map(entryOf)
  if (entries.some(({ category }) => category === LOG_KIND.operation))
    throw new ApiError(CODE.forbidden, '@log.operationsStay')
  const erasable = await isErasable(context)
  return context.db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from log_entry using unnest(
        ${entries.map(({ category }) => category)}::smallint[],
        ${entries.map(({ at }) => new Date(at))}::timestamptz[],
        ${entries.map(({ id }) => id)}::bigint[]) as one(category, at, id)
      where log_entry.category = one.category and log_entry.at = one.at and log_entry.id = one.id
        and ${erasable}`.execute(tx)
    const count = Number(numAffectedRows)
    await context.audit(
      {
        action: 'log.deleteMany',
        target: [...new Set(entries.map(({ category }) => category))].join(','),
        after: { count },
      },
      tx,
    )
    return count
  })
}
