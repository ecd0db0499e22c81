import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../http/errors'
import type { Tx } from '../module'
import type { Database } from './schema'

/** Tables whose rows count their changes. */
type Counted = {
  [T in keyof Database]: Database[T] extends { readonly version: unknown } ? T : never
}[keyof Database]

/**
 * Counts a change of a row.
 * @param version that the change was made from; without one it is not asked
 * @param stored what somebody else has saved since, for the refusal
 * @throws ApiError 404; 409 where it is another by now
 */
export async function demandVersion(
  tx: Tx,
  table: Counted,
  id: string,
  version?: number,
  stored?: () => Promise<{ readonly version: number }>,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set version = version + 1
    where id = ${id} and ${version === undefined ? sql`true` : sql`version = ${version}`}`.execute(tx)
  if (numAffectedRows) return
  if (!stored) throw notFound()
  throw changedSince(await stored())
}

/** Refuses a change that was made from an older state, with what is stored by now. */
export function changedSince(data: { readonly version: number }): ApiError {
  return new ApiError(CODE.conflict, '@record.conflict', { data: { version: data.version, data } })
}

/** Counts a change of each of several rows that is made beside them, as of what they are members of. */
export async function countChanges(tx: Tx, table: Counted, ids: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set version = version + 1 where id = any(${[...ids]}::text[])`.execute(tx)
}
