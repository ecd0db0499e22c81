import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'
import { IMPORT_ROWS } from '@services/contract/areas/field-admin'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/** How xlsx (a zip) and xls (a compound file) begin. */
const MAGIC = ['504b0304', 'd0cf11e0']
/** Milliseconds and megabytes that reading a file may take. */
const TIME = 30_000
const MEMORY = 512

/** A file that unfolds to a thousand times its size takes its own thread down, not the server. Formulas are not evaluated. */
const READER = `
const { parentPort, workerData } = require('node:worker_threads')
const { read, utils } = require(workerData.library)
const book = read(workerData.bytes, { type: 'array', cellFormula: false, sheetRows: workerData.most })
const sheet = book.Sheets[book.SheetNames[0] ?? '']
parentPort.postMessage(sheet ? utils.sheet_to_json(sheet, { header: 1, raw: true, defval: null }) : [])
`

export type Cell = string | number | boolean | null

/**
 * The first sheet of an xlsx or xls file, by row.
 * @throws ApiError 400: no such file, or one that takes too much to read
 */
export async function readSheet(bytes: Uint8Array): Promise<readonly (readonly Cell[])[]> {
  if (!MAGIC.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')))
    throw new ApiError(CODE.badRequest, '@field.notASheet')
  const library = createRequire(import.meta.url).resolve('@e965/xlsx')
  const worker = new Worker(READER, {
    eval: true,
    workerData: { library, bytes, most: IMPORT_ROWS + 2 },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('too long')), TIME)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => clearTimeout(timer))
    })
  } catch {
    throw new ApiError(CODE.badRequest, '@field.sheetUnreadable')
  } finally {
    await worker.terminate()
  }
}

/** A sheet with its headings alone. */
export function writeTemplate(headings: readonly string[]): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headings]]), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array
}
