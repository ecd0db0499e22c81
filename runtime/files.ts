import type { FileValue } from './widget/stored-file'

/** A file a person chose, without the DOM's type: the browser's `File` fits. */
export interface HostFile {
  readonly name: string
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
}

/**
 * `checking`: being read, and looked for on the server; from then on it can be paused (`spec/widgets.md §4`). `error`: the
 * way to the server is cut, and what is missing waits to be sent again.
 */
export type UploadStatus = 'checking' | 'waiting' | 'uploading' | 'paused' | 'success' | 'error'

export interface UploadState {
  readonly status: UploadStatus
  /** Percent; at most 99 until the file is whole on the server. */
  readonly progress: number
  /** Bytes a second of late; 0 while nothing is sent. */
  readonly speed: number
}

/** A file on its way. */
export interface Upload {
  readonly name: string
  readonly size: number
  /** The content's hash, once it is known. */
  readonly identifier: string
  readonly state: UploadState
  subscribe(listener: () => void): () => void
  /** Not while checking. What has been sent stays sent. */
  pause(): void
  resume(): void
  /** Sends again what the cut stopped, without waiting for its turn. */
  retry(): void
  /** Ends it; `done` never answers. */
  cancel(): void
  /**
   * The file as the server keeps it. Rejected, and over, with `UnreadableFile`, `BrokenUpload`, `UnrecordedFile` or the
   * refusal of a chunk (`CallError`).
   */
  readonly done: Promise<FileValue>
}

/** A chosen file that cannot be read. */
export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read', { cause })
    this.name = 'UnreadableFile'
  }
}

/** A chunk could not be sent after all its retries, or the server did not get them all. */
export class BrokenUpload extends Error {
  constructor(cause?: unknown) {
    super('The file could not be sent', { cause })
    this.name = 'BrokenUpload'
  }
}

/** All of the file was sent, and the server made no record of it. */
export class UnrecordedFile extends Error {
  constructor(cause: unknown) {
    super('The file was not recorded', { cause })
    this.name = 'UnrecordedFile'
  }
}

/** How a file is sent (`spec/widgets.md §3`, "Upload form payload"). */
export interface UploadPlace {
  /** `annex`, `annexpic`. */
  readonly type: string
  readonly pathType?: string
  readonly isAccount?: number
  readonly folder?: string
}

/** How a chosen picture is cut: to a square, of which `round` shows what a circle leaves. */
export interface PictureCut {
  readonly shape: 'square' | 'round'
  /** Pixels of its side at most. */
  readonly side: number
  /** Bytes at most. */
  readonly maxSize?: number
}

/** Rows of a spreadsheet: each has a member a column, null where nothing stands. Dates are text without a zone. */
export interface SheetRows {
  /** Names of the columns, as they stand. */
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** What a person does with a picture before it goes anywhere. What is opened stays open until `take` has gone through. */
export interface PicturesHandle {
  /**
   * Lets the person cut a chosen picture. Answers whether one was taken.
   * @throws Error in the person's words where the file is no picture
   */
  cut(file: HostFile, cut: PictureCut, take: (cut: HostFile) => Promise<void>): Promise<boolean>
  /** Lets the person write by hand: `take` is given a PNG as a data address. Answers whether it was taken. */
  write(title: string, take: (address: string) => Promise<void>): Promise<boolean>
  /**
   * A chosen picture as a data address, its longer side at most so many pixels.
   * @throws Error in the person's words where the file is no picture
   */
  address(file: HostFile, side: number): Promise<string>
}

/** The way of files to the server and back. */
export interface FilesHandle {
  /** Sends a file in chunks. */
  upload(file: HostFile, place: UploadPlace): Upload
  /** Sends an image in one piece; throws `CallError`. */
  uploadImage(
    file: HostFile,
    place: UploadPlace,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (percent: number) => void },
  ): Promise<FileValue>
  /** Saves a file under its name. */
  download(type: string, file: FileValue): Promise<void>
  /** Saves several files as one. */
  downloadAll(type: string, files: readonly FileValue[]): Promise<void>
  /** Shows files over the whole screen, beginning with one of them. */
  preview(files: readonly FileValue[], index: number): void
  /** An address by which this page can draw a file's bytes (an image); good as long as the page is open. */
  read(url: string): Promise<string>
}
