import { jsonBytes } from '@runtime/json-size'
import { CODE } from '@services/contract/envelope'
import { WHOLE_ANSWER_LIMIT } from '@services/contract/limits'
import { PRINT_BATCH } from '@services/contract/print-batch'
import { answerTooLarge } from '../../../database/call-scope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { tableAliases } from './places'
import { printableTemplate } from './templates'

/**
 * A template with the records that it is filled with, each read by the caller's own right.
 * @throws ApiError 404 where the template is gone or disabled, or a record is not the caller's to see; 403; 400 where they come to
 * more than one answer may have
 * @param isNested `printData` holds the record's values with who prints and when, as it did before it was flat
 */
export async function printables(
  context: CallContext,
  services: Services,
  templateId: string,
  recordIds: readonly string[],
  isNested = false,
) {
  const template = await printableTemplate(context.db, templateId)
  const { fullName, printTemplate, pageParam, modelId } = template
  const { form } = await services.models.current(modelId)
  const aliases = [...tableAliases(form)]
  const printer = { name: context.user.userName, account: context.user.userAccount }
  const answers = []
  let bytes = 0
  for (const id of recordIds) {
    const shown = await services.records.display(context, modelId, id)
    const values = {
      ...Object.fromEntries(
        aliases.flatMap(([table, alias]) => (table in shown ? [[alias, shown[table]]] : [])),
      ),
      ...shown,
    }
    const printTime = Date.now()
    // Records are not approved yet: there are no steps to tell of.
    const operatorRecordList: never[] = []
    const answer = {
      ...{ fullName, printTemplate, pageParam, printer, printTime, operatorRecordList },
      printData: isNested ? { values, printer, printTime, approvals: operatorRecordList } : values,
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
