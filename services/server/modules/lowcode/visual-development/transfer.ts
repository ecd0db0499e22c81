import { isRecord, parseJson } from '@runtime/json'
import { notFound } from '../../../http/errors'
import type { Db } from '../../../module'
import type { ModelRow } from './candidate'
import { knownKeys, readKeys } from './key-register'

/**
 * The `.vdd` file of a model's draft: JSON text with the documents as texts. What was imported and not changed since is the
 * file that it came from, byte for byte; what was changed keeps the members of that file that are nobody's here.
 * @param withVersions with what was released, as the member `loam`
 */
export async function exportModel(
  db: Db,
  id: string,
  withVersions: boolean,
): Promise<{ name: string; content: string }> {
  const row = await db.selectFrom('model').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const name = `${row.full_name}.vdd`
  if (!withVersions && row.source_text !== '' && row.source_draft === row.draft_version)
    return { name, content: row.source_text }
  const before = parseJson(row.source_text)
  const content = {
    ...(isRecord(before) && 'formData' in before ? before : {}),
    id: row.id,
    fullName: row.full_name,
    fullNameI18nCode: row.full_name_code || undefined,
    enCode: row.en_code,
    type: row.type,
    webType: row.web_type,
    enableFlow: row.enable_flow,
    category: row.category,
    sortCode: row.sort_code,
    description: row.description,
    tables: row.tables,
    formData: row.form_data,
    columnData: row.column_data,
    appColumnData: row.app_column_data,
    ...(withVersions && { loam: await historyOf(db, row) }),
  }
  return { name, content: JSON.stringify(content, null, 2) }
}

/** What was released of a model, and what its records' values are kept under. */
async function historyOf(db: Db, model: ModelRow) {
  const versions = await db
    .selectFrom('model_version')
    .selectAll()
    .where('model_id', '=', model.id)
    .orderBy('version')
    .execute()
  const known = await knownKeys(db, model)
  return {
    versions: versions.map((row) => ({
      ...{ version: row.version, fullName: row.full_name, webType: row.web_type, note: row.note },
      ...{ releasedTime: row.released_at.getTime(), keys: readKeys(row.keys), tables: row.tables },
      ...{ formData: row.form_data, columnData: row.column_data, appColumnData: row.app_column_data },
    })),
    keys: Object.fromEntries(known.map(({ keyPath, path, formId }) => [keyPath, { path, formId }])),
  }
}
