import { codedText } from '@runtime/widget/read'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { rightsOf } from './rights'

/** The draft's preview is for those who design. */
const DESIGN = 'development.models'

/** What a model's screen is made of: the released version, or with type 0 the draft (`reference/columndata-format.md §2`). */
export async function modelConfig(context: CallContext, services: Services, modelId: string, type?: string) {
  const { db } = context
  const isDraft = type === '0' && (await context.can(DESIGN))
  const model = await db
    .selectFrom('model')
    .selectAll()
    .where((where) => where.or([where('id', '=', modelId), where('en_code', '=', modelId)]))
    .executeTakeFirst()
  if (!model) throw notFound()
  const shared = {
    id: model.id,
    enCode: model.en_code,
    type: model.type,
    enableFlow: model.enable_flow,
    flowId: '',
    flowTemplateJson: '',
  }
  if (isDraft) return { ...shared, ...texts(model, context), version: 0 }
  await rightsOf(context, services, await services.models.current(model.id))
  const version = await db
    .selectFrom('model_version')
    .selectAll()
    .where('model_id', '=', model.id)
    .where('version', '=', model.released_version)
    .executeTakeFirst()
  if (!version) throw notFound()
  return { ...shared, ...texts(version, context), version: version.version }
}

interface Texts {
  readonly full_name: string
  readonly full_name_code: string
  readonly web_type: string
  readonly form_data: string
  readonly column_data: string
  readonly app_column_data: string
}

function texts(row: Texts, { text }: CallContext) {
  return {
    fullName: text(codedText(row.full_name, row.full_name_code)),
    webType: row.web_type,
    formData: row.form_data,
    columnData: row.column_data,
    appColumnData: row.app_column_data,
  }
}
