import type { HostFile, SheetRows } from '@runtime/files'
import { readSheetRows } from '@widgets/sub-table/sheet/run-book'
import { translate } from './language'

const REFUSED = {
  broken: '@action.sheetBroken',
  locked: '@action.sheetLocked',
  rows: '@action.sheetRows',
} as const

/** @throws Error that says what is wrong with the file */
export async function sheetRows(file: HostFile): Promise<SheetRows> {
  const read = await readSheetRows(file)
  if (typeof read === 'string') throw new Error(translate(REFUSED[read]))
  return read
}
