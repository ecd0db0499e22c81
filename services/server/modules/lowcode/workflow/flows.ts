import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import type { Db } from '../../../module'

/** Enabled flows in their order, of all models or of one; a keyword is looked for in names and codes. */
export async function listFlows(db: Db, keyword: string | undefined, modelId?: string) {
  let flows = db
    .selectFrom('flow_template')
    .where('enabled', '=', true)
    .where(holdsKeyword(keyword, 'full_name', 'en_code'))
  if (modelId !== undefined) flows = flows.where('model_id', '=', modelId)
  return flows
    .select(['id', 'full_name as fullName', 'en_code as enCode', 'category', 'model_id as modelId', 'icon'])
    .orderBy('sort')
    .orderBy(asRead('full_name'))
    .orderBy('id')
    .execute()
}
