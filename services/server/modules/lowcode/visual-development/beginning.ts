import { standardButton } from '@runtime/design/list/buttons'
import { newId } from '@runtime/id'
import { asRecord, parseJson } from '@runtime/json'
import { formOfView, isDataView } from '@runtime/list'
import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { importModel } from './importing'
import { createModel, type DraftReport, type ModelInput, modelById } from './models'
import { readTemplates } from './templates'

type BeginInput = InputOf<(typeof visualDevelopmentCalls)['visualDevelopment.create']>
/** Columns of a new data view that are searched. */
const SEARCHES = 3

type Begun = { readonly id: string } & DraftReport

/**
 * Makes a draft of the members that are given, like another model, or like a template; members that are given take the
 * place of its own. A data view has the members of its interface's rows as columns. A template is imported: what it names and is not here is told, and made where that is asked for.
 * @throws ApiError 400 for a template that there is not, or for two beginnings; 404 for a model or an interface that
 * there is not; 403 for an interface that the caller may not run.
 */
export async function beginModel(
  context: CallContext,
  services: Services,
  schemas: string,
  { template, copyOf, make, interfaceId, ...input }: BeginInput,
): Promise<Begun> {
  if (template && copyOf) throw new ApiError(CODE.badRequest, '@record.twoBeginnings')
  if (copyOf) return likeModel(context, copyOf, input)
  if (isDataView(input.webType) && interfaceId) return viewOf(context, services, interfaceId, input)
  if (!template) return createModel(context, input)
  const chosen = (await readTemplates(schemas)).find(({ code }) => code === template)
  if (!chosen) throw new ApiError(CODE.badRequest, '@record.templateUnknown', { params: { template } })
  const id = newId()
  const own = asRecord(parseJson(renamedText(chosen.text, chosen.id, id)))
  const isRenamed = input.fullName !== own['fullName']
  const members = { ...own, ...given(input), ...(isRenamed && { fullNameI18nCode: '' }) }
  return importModel(context, services, { ...members, id, ...(make === 1 && { make }) })
}

/** A data view that shows all that its interface tells of a row. */
async function viewOf(
  context: CallContext,
  services: Services,
  interfaceId: string,
  input: ModelInput,
): Promise<Begun> {
  await services.targets.guards.interface?.(context, interfaceId)
  const fields = await services.interfaces.fields(context, interfaceId)
  const columnList = fields.map(({ field, label }) => ({ prop: field, label, sortable: true }))
  const searchList = fields
    .filter(({ isNumeric }) => !isNumeric)
    .slice(0, SEARCHES)
    .map(({ field, label }) => ({ prop: field, label, searchType: 2 }))
  const list = { type: 1, interfaceId, columnList, searchList, btnsList: [standardButton('download')] }
  return createModel(context, {
    ...input,
    formData: formOfView(fields),
    columnData: { ...list, columnBtnsList: [] },
  })
}

/** A draft like another, under a name and code that are free. */
export async function copyModel(context: CallContext, id: string): Promise<{ id: string }> {
  const { fullName, enCode } = await modelById(context.db, id)
  const suffix = newId().slice(-6)
  const copy = await likeModel(context, id, {
    fullName: `${fullName.slice(0, 40)}.${context.text('@record.copy')}`,
    enCode: `${enCode.slice(0, 40)}_${suffix}`,
  })
  return { id: copy.id }
}

async function likeModel(context: CallContext, modelId: string, input: ModelInput): Promise<Begun> {
  const source = await modelById(context.db, modelId)
  const id = newId()
  const { formData, columnData, appColumnData } = source
  const renamed = Object.fromEntries(
    Object.entries({ formData, columnData, appColumnData }).map(([part, text]) => [
      part,
      renamedText(text, modelId, id),
    ]),
  )
  return createModel(context, { ...source, ...renamed, ...given(input), id })
}

/** What refers to the model itself, such as the parent of a row in its tree, refers to the new one. */
function renamedText(text: string, from: string, to: string): string {
  return text.replaceAll(JSON.stringify(from), JSON.stringify(to))
}

/** Members that say something: what a form leaves empty is as the other has it. */
function given({ fullName, enCode, ...input }: ModelInput): ModelInput {
  const said = Object.entries(input).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return { fullName, enCode, ...Object.fromEntries(said) }
}
