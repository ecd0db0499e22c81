import type { FieldError, FormRecord } from '@runtime/form/plan'
import { CODE } from '@services/contract/envelope'
import type { CallContext, Services } from '../module'
import { ApiError } from './errors'

/** What is wrong with a call's input, beside what its schema says; nothing for most calls. */
export type InputRules = (call: string, input: FormRecord, context: CallContext) => readonly FieldError[]

/** Takes from a call's input what counts for nothing in the form by which it is filled in: blanks around its texts. */
export type InputTidying = (call: string, input: FormRecord) => void

declare module '../module' {
  interface Services {
    /** By what forms say (`modules/lowcode/documents/form-rules.ts`). */
    inputRules: InputRules
    tidyInput: InputTidying
  }
}

/** @throws ApiError 400 with each member that a rule refuses */
export function demandRules(services: Services, call: string, input: unknown, context: CallContext): void {
  services.tidyInput(call, input as FormRecord)
  const errors = services.inputRules(call, input as FormRecord, context)
  if (errors.length > 0) throw new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}
