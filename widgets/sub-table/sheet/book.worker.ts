import { readBook, type SheetValue, writeBook } from './book'

/** What the page asks of the worker: to read a file's cells, or to write a file. */
export type BookTask =
  | { readonly read: Uint8Array; readonly csv: boolean }
  | {
      readonly write: readonly (readonly SheetValue[])[]
      readonly name: string
      readonly widths: readonly number[]
    }

addEventListener('message', ({ data }: MessageEvent<BookTask>) => {
  try {
    postMessage(
      'read' in data ? readBook(data.read, data.csv) : writeBook(data.name, data.write, data.widths),
    )
  } catch {
    postMessage(null)
  }
})
