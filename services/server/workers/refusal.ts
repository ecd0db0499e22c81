import { CODE } from '@services/contract/envelope'
import { ApiError } from '../http/errors'
import { WorkRefused } from './pool'

/** What a caller is told of work that was not done: that there is too much just now, or by `message` what is wrong with the input. */
export function refusalOf(error: unknown, message: string): unknown {
  if (!(error instanceof WorkRefused)) return error
  return error.why === 'busy'
    ? new ApiError(CODE.tooMany, '@server.busy')
    : new ApiError(CODE.badRequest, message)
}
