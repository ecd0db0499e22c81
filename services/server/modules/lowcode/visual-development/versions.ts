import type { Translate } from '@runtime/host'
import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { pageOf } from '../../../database/page'
import { notFound } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { changeLines } from './change-lines'

type Calls = typeof modelVersionCalls
type Page = ResponseOf<Calls['visualDevelopment.versions']>
type Version = ResponseOf<Calls['visualDevelopment.version']>

const LISTED = [
  'model_version.version',
  'model_version.full_name',
  'model_version.note',
  'model_version.released_at',
  'model_version.rolled_back_to',
  'user_account.real_name',
  'model.released_version',
] as const

interface ListedRow {
  version: number
  full_name: string
  note: string
  released_at: Date
  rolled_back_to: number
  real_name: string | null
  released_version: number
  change_count: number
}

const versionsOf = (db: Db, id: string) =>
  db
    .selectFrom('model_version')
    .innerJoin('model', 'model.id', 'model_version.model_id')
    .leftJoin('user_account', 'user_account.id', 'model_version.released_by')
    .where('model_version.model_id', '=', id)

const changeCount = sql<number>`jsonb_array_length(model_version.changes)`.as('change_count')

/** Released versions of a model, the newest first. */
export async function listVersions(
  db: Db,
  { id, ...query }: InputOf<Calls['visualDevelopment.versions']>,
): Promise<Page> {
  const { list, pagination } = await pageOf(
    versionsOf(db, id)
      .orderBy('model_version.version', 'desc')
      .select([...LISTED, changeCount]),
    query,
  )
  return { list: list.map(listed), pagination }
}

/** A released version with its documents, and what it changed. @throws ApiError 404 */
export async function readVersion(
  db: Db,
  id: string,
  version: number,
  translate: Translate,
): Promise<Version> {
  const row = await versionsOf(db, id)
    .where('model_version.version', '=', version)
    .select([...LISTED, changeCount])
    .select([
      ...(['model_version.web_type', 'model_version.tables', 'model_version.form_data'] as const),
      ...(['model_version.column_data', 'model_version.app_column_data'] as const),
      ...(['model_version.changes', 'model_version.losses'] as const),
    ])
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...listed(row),
    ...{ webType: row.web_type, tables: row.tables, formData: row.form_data },
    ...{ columnData: row.column_data, appColumnData: row.app_column_data },
    changes: changeLines(row.changes, translate),
    losses: row.losses as Version['losses'],
  }
}

function listed(row: ListedRow): Page['list'][number] {
  return {
    ...{ version: row.version, fullName: row.full_name, note: row.note },
    ...{ releasedBy: row.real_name ?? '', releasedAt: row.released_at.getTime() },
    ...{ changeCount: row.change_count, rolledBackTo: row.rolled_back_to },
    isCurrent: row.version === row.released_version,
  }
}

/** Disables a model, or enables it again: its entry is hidden, and its records are read alone. @throws ApiError 404 */
export async function setModelState(
  context: CallContext,
  services: Services,
  id: string,
  isEnabled: boolean,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('model')
      .select('is_enabled')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    await tx.updateTable('model').set({ is_enabled: isEnabled }).where('id', '=', id).execute()
    await services.menu.setEnabled(id, isEnabled, tx)
    const after = { is_enabled: isEnabled }
    await context.audit({ action: 'visualDevelopment.state', target: id, before, after }, tx)
  })
}
