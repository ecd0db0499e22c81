import { CODE } from '@services/contract/envelope'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../module'
import { ApiError } from './errors'

/** Megabytes that one file in a form may have; larger ones go in chunks. */
export const FORM_FILE_LIMIT = 50

/** Reads a multipart form: its members and its one file. */
export async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, unknown>; file: UploadedFile }> {
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else file = { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() }
  }
  if (!file) throw new ApiError(CODE.badRequest, '@server.fileMissing')
  return { fields, file }
}
