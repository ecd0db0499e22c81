import { readWorkbook, type SheetValue, writeWorkbook } from './workbook'

/** What the page asks of the worker: to read a file's cells, or to write a file. */
export type WorkbookTask =
  | { readonly read: Uint8Array; readonly csv: boolean }
  | {
      readonly write: readonly (readonly SheetValue[])[]
      readonly name: string
      readonly widths: readonly number[]
    }

addEventListener('message', ({ data }: MessageEvent<WorkbookTask>) => {
  try {
    postMessage(
      'read' in data ? readWorkbook(data.read, data.csv) : writeWorkbook(data.name, data.write, data.widths),
    )
  } catch {
    postMessage(null)
  }
})
