import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { sizeText } from '@runtime/size-text'
import { CODE } from '@services/contract/envelope'
import { FORM_FIELD_LIMIT } from '@services/contract/limits'
import type { FastifyRequest } from 'fastify'
import type { StreamedFile, UploadedFile } from '../module'
import { ApiError } from './errors'

/** Megabytes that one file in a form may have; larger ones go in chunks. */
export const FORM_FILE_LIMIT = 50

/** What may stand beside a form's file. */
export const FORM_LIMITS = { files: 1, fields: 40, fieldNameSize: 100, fieldSize: FORM_FIELD_LIMIT } as const

type Fields = Record<string, unknown>

/**
 * Reads a multipart form: its members and its one file, of at most `limit` megabytes; a larger one is not read to its end. The refusal
 * comes from the file or from the form around it, whichever notices first: `error-handler.ts` words both, by the route's limit.
 */
export async function readForm(
  request: FastifyRequest,
  limit = FORM_FILE_LIMIT,
): Promise<{ readonly fields: Fields; readonly file: UploadedFile }> {
  const fields: Fields = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: { fileSize: limit * 2 ** 20 } })) {
    if (part.type === 'field') fields[part.fieldname] = memberValue(part)
    else file = { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() }
  }
  if (!file) throw missing()
  return { fields, file }
}

/** Reads a multipart form up to its file, which arrives while it is being read. */
export async function openForm(
  request: FastifyRequest,
): Promise<{ readonly fields: Fields; readonly file: StreamedFile }> {
  const fields: Fields = {}
  const parts = request.parts()
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.type === 'field') fields[value.fieldname] = memberValue(value)
    else return { fields, file: streamed(value) }
  }
  throw missing()
}

/** The members of a multipart form that has no file; a file in it is passed over. */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  const fields: Fields = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = memberValue(part)
    else part.file.resume()
  }
  return fields
}

/** A member's value; one that was cut off at the limit is none. */
function memberValue({ fieldname, value, valueTruncated }: MultipartValue): unknown {
  if (!valueTruncated) return value
  const params = { name: fieldname, limit: sizeText(FORM_FIELD_LIMIT) }
  throw new ApiError(CODE.badRequest, '@server.input_maxBytes', { params })
}

function streamed({ filename, mimetype, file }: MultipartFile): StreamedFile {
  return { name: filename, type: mimetype, body: file }
}

function missing(): ApiError {
  return new ApiError(CODE.badRequest, '@server.fileMissing')
}
