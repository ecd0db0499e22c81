import { Readable } from 'node:stream'
import { CODE } from '@services/contract/envelope'
import { IMPORT_FILE_LIMIT, IMPORT_ROWS } from '@services/contract/limits'
import { ApiError } from '../../../http/errors'
import { IMPORT_SHEET_LIMITS } from '../../../limits'
import type { CallContext, Services, UploadedFile } from '../../../module'
import { refusalOf } from '../../../workers/refusal'
import type { TableCell } from '../../../workers/table'

/** Of what kind the files of imports are: their sender's, for a day. */
export const IMPORT_KIND = 'import'
/** How xlsx (a zip) and xls (a compound file) begin. */
const MAGIC = ['504b0304', 'd0cf11e0']
/** Lines above the rows: a title's, and two of heads. */
const HEAD_ROWS = 12

/** Keeps the file of an import for its sender. @throws ApiError 400 for one that is too large, or no spreadsheet */
export async function keepImport(context: CallContext, services: Services, { name, bytes }: UploadedFile) {
  if (bytes.length >= IMPORT_FILE_LIMIT) throw new ApiError(CODE.badRequest, '@transfer.fileTooLarge')
  const isNamed = /\.xlsx?$/i.test(name)
  if (!isNamed || !MAGIC.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')))
    throw new ApiError(CODE.badRequest, '@transfer.notASheet')
  const kept = await services.files.keep(context, { name, body: Readable.from([bytes]) }, IMPORT_KIND)
  return { name: kept.id, fileName: kept.name, fileSize: kept.size }
}

/**
 * The cells of a file that its caller has sent for an import.
 * @throws ApiError 400 for no name, a file that is not there or somebody else’s, one that cannot be read or has too much in it
 */
export async function readImport(
  context: CallContext,
  services: Services,
  fileName: string,
): Promise<readonly (readonly TableCell[])[]> {
  const bytes = await services.files.bytes(context, fileName, IMPORT_KIND)
  if (!bytes) throw new ApiError(CODE.badRequest, '@transfer.noFile')
  // Rows of sub-tables have lines of their own; the records are counted afterwards.
  const most = IMPORT_ROWS * LINES_A_ROW + HEAD_ROWS
  const read = await services.importWorkers.run('table', { bytes, most }).catch((error: unknown) => {
    throw refusalOf(error, '@transfer.unreadable')
  })
  if ('rows' in read) return read.rows
  if (read.refused === 'rows') throw tooManyRows()
  throw new ApiError(CODE.badRequest, read.refused === 'macro' ? '@transfer.macro' : '@transfer.tooMuch', {
    params: { columns: IMPORT_SHEET_LIMITS.columns },
  })
}

const LINES_A_ROW = 10

export const tooManyRows = () =>
  new ApiError(CODE.badRequest, '@transfer.tooManyRows', { params: { most: IMPORT_ROWS } })
