import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { CallContext } from '../../../../module'
import type { ChangedField } from '../changed-fields'

/** Why a record of a batch stays as it is. */
export type Refusal = 'gone' | 'version' | 'rule' | 'hidden'

/** What has become, or would become, of one record of a batch. */
export interface Outcome {
  readonly id: string
  readonly state: 'changed' | 'same' | 'refused'
  /** 0: there is no such record for the caller. */
  readonly version: number
  readonly reason?: Refusal
  readonly message?: string
  /** Of a preview: what changes, the edited field first and then what follows from it. */
  readonly changes: ChangedField[]
}

export function refused(
  { text }: CallContext,
  id: string,
  version: number,
  reason: Refusal,
  message: string,
): Outcome {
  return { id, state: 'refused', version, reason, message: text(message), changes: [] }
}

/** What a single save refuses, said of one record of many; what is no refusal of that record is thrown on. */
export function refusalOf(context: CallContext, id: string, version: number, problem: unknown): Outcome {
  if (!(problem instanceof ApiError)) throw problem
  if (problem.code === CODE.notFound) return refused(context, id, 0, 'gone', '@record.batch.gone')
  if (problem.code !== CODE.badRequest) throw problem
  const message = context.text(problem.text, problem.params)
  return refused(context, id, version, 'rule', message)
}
