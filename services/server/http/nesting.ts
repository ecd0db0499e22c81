import { tooDeepAt } from '@runtime/json-text'
import { CODE } from '@services/contract/envelope'
import { JSON_NESTING } from '@services/contract/limits'
import { ApiError } from './errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Lists and objects inside each other that a body may have. */
    readonly nesting?: number
  }
}

/**
 * Refuses JSON text nested so deep that whoever walks through its value by recursion would run out of stack.
 * @param deepest lists and objects inside each other that it may have
 * @throws ApiError 400
 */
export function refuseDeepJson(text: string, deepest: number = JSON_NESTING): void {
  if (tooDeepAt(text, deepest) !== null)
    throw new ApiError(CODE.badRequest, '@server.tooDeep', { params: { limit: deepest } })
}
