import { isRecord } from '@runtime/json'
import { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { jsonFile } from '../../../http/json-file'
import { compileInput } from '../../../http/validate'
import type { CallContext, Db, Services, UploadedFile } from '../../../module'
import { createTemplate, templateById } from './templates'

const ENDING = '.bp'
const checked = compileInput(printCalls['print.create'])

/** The .bp file of a template: JSON text of it. */
export async function exportTemplate(db: Db, id: string): Promise<{ name: string; content: string }> {
  const template = await templateById(db, id)
  return { name: `${template.fullName}${ENDING}`, content: JSON.stringify(template, null, 2) }
}

/**
 * Makes the template of a .bp file, whose name and code must be free: as if it were typed in. It keeps its id where nobody has it, for
 * the buttons of forms that are brought along name it so.
 */
export async function importTemplate(
  context: CallContext,
  services: Services,
  file: UploadedFile,
): Promise<{ id: string }> {
  const sent = jsonFile(file, ENDING, '@print.importNotTemplate')
  if (!isRecord(sent) || !('printTemplate' in sent && 'modelId' in sent))
    throw new ApiError(CODE.badRequest, '@print.importNotTemplate')
  const { id, ...body } = sent
  const template = checked({ params: {}, query: {}, body }, context.text) as CreateInput
  const isFree = typeof id === 'string' && ID.test(id) && !(await services.printTemplates.exists(id))
  return createTemplate(context, services, template, isFree ? id : undefined)
}

const ID = /^[\w-]{1,64}$/

type CreateInput = InputOf<(typeof printCalls)['print.create']>
