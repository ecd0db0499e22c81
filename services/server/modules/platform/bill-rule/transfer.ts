import { isRecord } from '@runtime/json'
import { billRuleCalls } from '@services/contract/areas/platform/bill-rule'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { jsonFile } from '../../../http/json-file'
import { compileInput } from '../../../http/validate'
import type { CallContext, Db, UploadedFile } from '../../../module'
import { createRule, ruleById } from './rules'

const ENDING = '.bb'
const checked = compileInput(billRuleCalls['billRule.create'])

/** The .bb file of a rule: JSON text of it, without what only this system's row has. */
export async function exportRule(db: Db, id: string): Promise<{ name: string; content: string }> {
  const { example: _example, version: _version, ...rule } = await ruleById(db, id)
  return { name: `${rule.fullName}${ENDING}`, content: JSON.stringify(rule, null, 2) }
}

/** Makes the rule of a .bb file, whose name and code must be free: as if it were typed in. */
export async function importRule(context: CallContext, file: UploadedFile): Promise<{ id: string }> {
  const sent = jsonFile(file, ENDING, '@billRule.importNotRule')
  if (!isRecord(sent) || !('prefix' in sent && 'startNumber' in sent))
    throw new ApiError(CODE.badRequest, '@billRule.importNotRule')
  const { id: _id, version: _version, ...body } = sent
  return createRule(context, checked({ params: {}, query: {}, body }, context.text) as CreateInput)
}

type CreateInput = InputOf<(typeof billRuleCalls)['billRule.create']>
