import type { MultipartFile } from '@fastify/multipart'
import { CODE } from '@services/contract/envelope'
import type { FastifyRequest } from 'fastify'
import type { StreamedFile, UploadedFile } from '../module'
import { ApiError } from './errors'

/** Megabytes that one file in a form may have; larger ones go in chunks. */
export const FORM_FILE_LIMIT = 50

type Fields = Record<string, unknown>

/** Reads a multipart form: its members and its one file, of at most `limit` megabytes; a larger one is not read to its end. */
export async function readForm(
  request: FastifyRequest,
  limit = FORM_FILE_LIMIT,
): Promise<{ readonly fields: Fields; readonly file: UploadedFile }> {
  const fields: Fields = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: { fileSize: limit * 2 ** 20 } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else file = { name: part.filename, type: part.mimetype, bytes: await bytesOf(part, limit) }
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
    if (value.type === 'field') fields[value.fieldname] = value.value
    else return { fields, file: streamed(value) }
  }
  throw missing()
}

/** The members of a multipart form that has no file; a file in it is passed over. */
export async function readFields(request: FastifyRequest): Promise<Fields> {
  const fields: Fields = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else part.file.resume()
  }
  return fields
}

async function bytesOf(part: MultipartFile, limit: number): Promise<Buffer> {
  try {
    return await part.toBuffer()
  } catch (error) {
    if ((error as { code?: string }).code !== 'FST_REQ_FILE_TOO_LARGE') throw error
    throw new ApiError(CODE.badRequest, '@server.fileTooLarge', { params: { limit } })
  }
}

function streamed({ filename, mimetype, file }: MultipartFile): StreamedFile {
  return { name: filename, type: mimetype, body: file }
}

function missing(): ApiError {
  return new ApiError(CODE.badRequest, '@server.fileMissing')
}
