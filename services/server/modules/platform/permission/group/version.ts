import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../../../http/errors'
import type { Tx } from '../../../../module'

/**
 * Counts a change of a set.
 * @param version that the change was made from; without one it is not asked
 * @param stored what somebody else has saved since, for the refusal
 * @throws ApiError 409 where the set is another by now
 */
export async function demandVersion(
  tx: Tx,
  id: string,
  version?: number,
  stored?: () => Promise<{ readonly version: number }>,
): Promise<void> {
  const changed = await tx
    .updateTable('permission_set')
    .set({ version: sql`version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .$if(version !== undefined, (rows) => rows.where('version', '=', version ?? 0))
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return
  if (!stored) throw notFound()
  const data = await stored()
  throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: data.version, data } })
}
