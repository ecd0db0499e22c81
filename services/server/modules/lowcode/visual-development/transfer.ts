import { isRecord, parseJson } from '@runtime/json'
import { notFound } from '../../../http/errors'
import type { Db } from '../../../module'

/**
 * The `.vdd` file of a model's draft: JSON text with the documents as texts. What was imported and not changed since is the
 * file that it came from, byte for byte; what was changed keeps the members of that file that are nobody's here.
 */
export async function exportModel(db: Db, id: string): Promise<{ name: string; content: string }> {
  const row = await db.selectFrom('model').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const name = `${row.full_name}.vdd`
  if (row.source_text !== '' && row.source_draft === row.draft_version)
    return { name, content: row.source_text }
  const before = parseJson(row.source_text)
  const content = {
    ...(isRecord(before) && 'formData' in before ? before : {}),
    id: row.id,
    fullName: row.full_name,
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
  }
  return { name, content: JSON.stringify(content, null, 2) }
}
