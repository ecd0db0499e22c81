import { readRecords } from './records'
import { readWorkbook, type SheetValue, writeWorkbook } from './workbook'

/** What the page asks of the worker: to read a file's cells or its rows by their headings, or to write a file. */
export type WorkbookTask =
  | { readonly read: Uint8Array; readonly csv: boolean }
  | { readonly records: Uint8Array; readonly csv: boolean }
  | {
      readonly write: readonly (readonly SheetValue[])[]
      readonly name: string
      readonly widths: readonly number[]
    }

addEventListener('message', ({ data }: MessageEvent<WorkbookTask>) => {
  try {
    postMessage(done(data))
  } catch {
    postMessage(null)
  }
})

function done(task: WorkbookTask): unknown {
  if ('read' in task) return readWorkbook(task.read, task.csv)
  if ('records' in task) return readRecords(task.records, task.csv)
  return writeWorkbook(task.name, task.write, task.widths)
}
