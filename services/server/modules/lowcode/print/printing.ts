import { jsonBytes } from '@runtime/json-size'
import type { printCalls } from '@services/contract/areas/lowcode/print'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { WHOLE_ANSWER_LIMIT } from '@services/contract/limits'
import { PRINT_BATCH } from '@services/contract/print-batch'
import { answerTooLarge } from '../../../database/call-scope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { templateById, templatesByIds } from './templates'

/**
 * A template with the records that it is filled with, each read by the caller's own right.
 * @throws ApiError 404 where the template is gone or disabled, or a record is not the caller's to see; 403; 400 where they come to
 * more than one answer may have
 */
export async function printables(
  context: CallContext,
  services: Services,
  templateId: string,
  recordIds: readonly string[],
) {
  const template = await printableTemplate(context.db, templateId)
  const { fullName, printTemplate, pageParam, modelId } = template
  const printer = { name: context.user.userName, account: context.user.userAccount }
  const answers = []
  let bytes = 0
  for (const id of recordIds) {
    const values = await services.records.display(context, modelId, id)
    const answer = {
      ...{ fullName, printTemplate, pageParam, printer, printTime: Date.now() },
      printData: values,
      // Records are not approved yet: there are no steps to tell of.
      operatorRecordList: [],
    }
    // Known before the rest is read: what does not fit is not gathered first.
    bytes += jsonBytes(answer, WHOLE_ANSWER_LIMIT - bytes)
    if (bytes > WHOLE_ANSWER_LIMIT) throw answerTooLarge(WHOLE_ANSWER_LIMIT)
    answers.push(answer)
  }
  return answers
}

/** The ids of a batch, `a,b,c`, each once. */
export function batchIds(formId: string): readonly string[] {
  const ids = [...new Set(formId.split(',').map((id) => id.trim()))].filter((id) => id !== '')
  if (ids.length > PRINT_BATCH) throw new ApiError(CODE.badRequest, '@server.badRequest')
  return ids
}

export async function logPrint(
  context: CallContext,
  { printTitle, printNum, printId }: InputOf<(typeof printCalls)['print.log']>,
): Promise<void> {
  await printableTemplate(context.db, printId)
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('print_log')
      .values({ template_id: printId, title: printTitle, count: printNum, user_id: context.user.userId })
      .execute()
    await context.audit({ action: 'print.log', target: printId, after: { printTitle, printNum } }, tx)
  })
}

export async function printableTemplate(db: Db, id: string) {
  const [there] = await templatesByIds(db, [id])
  if (!there) throw new ApiError(CODE.notFound, '@print.templateGone')
  return templateById(db, id)
}
