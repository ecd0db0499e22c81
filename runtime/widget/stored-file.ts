/** A file as the server knows it, whatever a request says of it. */
export interface StoredFile {
  /** The server's name of it: an id with the ending. */
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly extension: string
  /** By its bytes: `image/png`, `application/octet-stream` when they say nothing. */
  readonly type: string
  readonly url: string
}

/** Looks an uploaded file up: null when there is none that the caller may use, undefined while unknown. */
export type StoredFileLookup = (id: string) => StoredFile | null | undefined

/** An uploaded file as a record keeps it (`spec/widgets.md §3`); an image has no more than name, id and address. */
export interface FileValue {
  readonly name: string
  readonly fileId: string
  readonly url: string
  readonly fileSize?: number
  readonly fileExtension?: string
  readonly fileVersionId?: string
}

/** A name as it is shown: `#` would cut an address short (`spec/widgets.md §5`). */
export function shownName(name: string): string {
  return String(name ?? '').replaceAll('#', '')
}
