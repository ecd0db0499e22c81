import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { ApiError, noRight } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { ACTS } from '../../../right'
import { holdReleased } from './as-released'
import { recordsOf } from './gate/records-of'
import { auditedOf } from './secrets'
import { namedBy } from './stored'
import { wholeSql } from './tables'
import { takeUnique } from './unique'

/** Within this a person takes back what they deleted themselves; later it is an administrator's matter. */
const WITHIN = sql<Date>`now() - interval '5 minutes'`

/**
 * Brings back records that the caller has just deleted, all or none.
 * @throws ApiError 404 for one that is not there, not the caller's deletion or too long ago; 400 where another record has
 * taken a unique value since; 403 without a right to delete.
 */
export async function restoreRecords(
  context: CallContext,
  services: Services,
  modelId: string,
  ids: readonly string[],
): Promise<number> {
  const records = await recordsOf(context, services, modelId)
  const { model, rights } = records
  if (!rights.button(ACTS.delete) && !rights.button(ACTS.deleteMany))
    throw noRight(`${model.enCode}:${ACTS.delete}`)
  const wanted = [...new Set(ids)].sort()
  await context.db.transaction().execute(async (tx) => {
    await holdReleased(tx, model)
    const rows = await records
      .update(tx, 'deleted')
      .set({ deleted_at: null })
      .where(isAnyOf('id', wanted))
      .where('deleted_at', '>', WITHIN)
      .where('updated_by', '=', context.user.userId)
      .returning(['id', wholeSql.as('data')])
      .execute()
    if (rows.length < wanted.length)
      throw new ApiError(CODE.notFound, '@record.notRestored', {
        params: { count: wanted.length - rows.length },
      })
    for (const row of rows) {
      const data = namedBy(model.form.fields, row.data)
      await takeUnique(tx, model.form, row.id, data, context)
      const after = auditedOf(model.form, data)
      await context.audit({ action: 'record.restore', target: `${model.id}/${row.id}`, after }, tx)
    }
  })
  return wanted.length
}
