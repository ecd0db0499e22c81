import { CODE } from '@services/contract/envelope'
import type { UploadedFile } from '../module'
import { ApiError } from './errors'

/**
 * The JSON in a file that was sent, which has to have its ending: `.bdd`.
 * @param otherwise locale key of what is said of one that holds something else
 * @throws ApiError 400
 */
export function jsonFile({ name, bytes }: UploadedFile, ending: string, otherwise: string): unknown {
  if (!name.toLowerCase().endsWith(ending))
    throw new ApiError(CODE.badRequest, '@files.otherEnding', { params: { ending } })
  if (bytes.length === 0) throw new ApiError(CODE.badRequest, '@files.emptyFile')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError(CODE.badRequest, otherwise)
  }
}
