import { sql } from 'kysely'
import { notFound } from '../http/errors'
import type { CallContext } from '../module'

/** Tables whose rows are in use (`enabled_mark` 1) or not, and count their changes. */
type Switched = 'area' | 'bill_rule' | 'dictionary_item'

/**
 * Turns a row's use over, with its audit row.
 * @throws ApiError 404
 */
export async function toggleEnabled(
  context: CallContext,
  table: Switched,
  id: string,
  action: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ enabledMark: number }>`
      update ${sql.table(table)} set enabled_mark = 1 - enabled_mark, version = version + 1, updated_at = now()
      where id = ${id} returning enabled_mark as "enabledMark"`.execute(tx)
    const [after] = rows
    if (!after) throw notFound()
    await context.audit({ action, target: id, before: { enabledMark: 1 - after.enabledMark }, after }, tx)
  })
}
