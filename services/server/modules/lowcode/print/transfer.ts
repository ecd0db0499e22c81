import { isRecord } from '@runtime/json'
import { decodeForeign, type Lost, readPageParam, writePageParam } from '@runtime/print'
import { printCalls } from '@services/contract/areas/lowcode/print'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { jsonFile } from '../../../http/json-file'
import { compileInput } from '../../../http/validate'
import type { CallContext, Db, Services, UploadedFile } from '../../../module'
import { refusal } from '../../platform/people/change'
import { createTemplate, type TemplateInput } from './keeping'
import { templateById } from './templates'

type Imported = ResponseOf<(typeof printCalls)['print.import']>

const ENDING = '.bp'
const checked = compileInput(printCalls['print.create'])

/** The .bp file of a template: JSON text of it. */
export async function exportTemplate(db: Db, id: string): Promise<{ name: string; content: string }> {
  const {
    categoryName: _category,
    modelName: _model,
    creatorUser: _creator,
    creatorTime: _created,
    lastModifyTime: _changed,
    ...template
  } = await templateById(db, id)
  return { name: `${template.fullName}${ENDING}`, content: JSON.stringify(template, null, 2) }
}

/**
 * Makes the template of a .bp file, whose name and code must be free: as if it were typed in. It keeps its id where nobody has it, for
 * the buttons of forms that are brought along name it so. What another product has written is put into words of ours, as far as
 * there are any.
 * @param modelId that it is of, whatever the file says
 * @throws ApiError 400 with the member that is at fault; `modelId` where the file names no model that is here
 */
export async function importTemplate(
  context: CallContext,
  services: Services,
  file: UploadedFile,
  modelId = '',
): Promise<Imported> {
  const sent = jsonFile(file, ENDING, '@print.importNotTemplate')
  if (!isRecord(sent) || typeof sent['printTemplate'] !== 'string')
    throw new ApiError(CODE.badRequest, '@print.importNotTemplate')
  const { template, kept, lost, isForeign } = decodeForeign(sent['printTemplate'])
  const body = {
    ...sent,
    ...(await ofModel(context, services, modelId || sent['modelId'])),
    category: await categoryHere(context.db, sent['category']),
    printTemplate: template,
    pageParam: writePageParam(readPageParam(sent['pageParam'])),
  }
  const input = checked({ params: {}, query: {}, body }, context.text) as TemplateInput
  const id = sent['id']
  const isFree = typeof id === 'string' && ID.test(id) && !(await services.printTemplates.exists(id))
  const made = await createTemplate(context, services, input, isFree ? id : undefined)
  return {
    ...made,
    kept: isForeign ? [...kept] : [],
    lost: lost.map((one) => ({ ...one, why: context.text(WHY[one.why]) })),
  }
}

const ID = /^[\w-]{1,64}$/

/** Why something of another product is not said here. */
const WHY: Readonly<Record<Lost['why'], string>> = {
  function: '@print.lost.function',
  tag: '@print.lost.tag',
  place: '@print.lost.place',
}

async function ofModel(
  context: CallContext,
  services: Services,
  asked: unknown,
): Promise<{ modelId: string }> {
  const known =
    typeof asked === 'string' && asked !== ''
      ? await services.models.current(asked).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === CODE.notFound) return undefined
          throw error
        })
      : undefined
  if (!known) throw refusal(context, 'modelId', '@print.importModel')
  return { modelId: known.id }
}

/** The category of a file, where it is here too. */
async function categoryHere(db: Db, id: unknown): Promise<string> {
  if (typeof id !== 'string') return ''
  const item = await db.selectFrom('dictionary_item').select('id').where('id', '=', id).executeTakeFirst()
  return item?.id ?? ''
}
