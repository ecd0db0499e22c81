import { utils, write } from '@e965/xlsx'
import { IMPORT_ROWS } from '@services/contract/areas/field/field-admin'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import { SHEET_LIMITS } from '../../../../limits'
import type { Workers } from '../../../../workers/pool'
import { refusalOf } from '../../../../workers/refusal'
import type { Cell } from '../../../../workers/sheet'

/** How xlsx (a zip) and xls (a compound file) begin. */
const MAGIC = ['504b0304', 'd0cf11e0']

/**
 * The first sheet of an xlsx or xls file, by row. A file that unfolds to a thousand times its size ends its own thread, not
 * the server.
 * @throws ApiError 400: no such file, or one that takes too much to read
 */
export async function readSheet(workers: Workers, bytes: Uint8Array): Promise<readonly (readonly Cell[])[]> {
  if (!MAGIC.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')))
    throw new ApiError(CODE.badRequest, '@field.notASheet')
  const read = await workers.run('sheet', { bytes, most: IMPORT_ROWS + 2 }).catch((error: unknown) => {
    throw refusalOf(error, '@field.sheetUnreadable')
  })
  if ('rows' in read) return read.rows
  throw new ApiError(CODE.badRequest, '@field.sheetTooLarge', {
    params: { megabytes: SHEET_LIMITS.unpacked / 2 ** 20, columns: SHEET_LIMITS.columns },
  })
}

/** A sheet with its headings alone. */
export function writeTemplate(headings: readonly string[]): Uint8Array {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([[...headings]]), 'Sheet1')
  return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array
}
