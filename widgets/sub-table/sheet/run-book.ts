import type { HostFile, SheetRows } from '@runtime/files'
import type { RecordsRefusal } from './records'
import type { SheetMatrix, SheetValue } from './workbook'
import type { WorkbookTask } from './workbook.worker'

/** Milliseconds: a small file that unfolds to gigabytes is given up. */
const PATIENCE = 20_000

/** Cells of an xls, xlsx or csv file, read beside the page; null for what cannot be read. */
export async function readSheet(file: HostFile): Promise<SheetMatrix | null> {
  const read = new Uint8Array(await file.arrayBuffer())
  return (await run({ read, csv: isCsv(file.name) })) as SheetMatrix | null
}

/** Rows of an xls, xlsx or csv file by their headings, read beside the page; else why there are none. */
export async function readSheetRows(file: HostFile): Promise<SheetRows | RecordsRefusal> {
  const records = new Uint8Array(await file.arrayBuffer())
  const read = (await run({ records, csv: isCsv(file.name) })) as SheetRows | RecordsRefusal | null
  return read ?? 'broken'
}

/** An xlsx file of one sheet; null when it could not be made. */
export async function makeSheet(
  name: string,
  rows: readonly (readonly SheetValue[])[],
  widths: readonly number[],
): Promise<Blob | null> {
  const bytes = (await run({ write: rows, name, widths })) as Uint8Array<ArrayBuffer> | null
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return bytes && new Blob([bytes], { type })
}

function isCsv(name: string): boolean {
  return name.toLowerCase().endsWith('.csv')
}

/** A worker a task: the library and what it read are gone with it. */
function run(task: WorkbookTask): Promise<unknown> {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<unknown>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE)
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}
