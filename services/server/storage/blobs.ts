import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A part that has been kept; `receipt` is what the store needs of it to put the blob together. */
export interface KeptPart {
  readonly number: number
  readonly receipt: string
}

/**
 * Where files lie: named bytes without a name, a type or an owner; those are the database's. Shaped after S3, so that
 * another store is another implementation. Keys are the server's own ids, never a person's words.
 */
export interface BlobStore {
  /** Keeps a stream. Nothing of it stays when it breaks off. @throws StorageFull */
  put(key: string, body: Readable): Promise<void>
  /** The bytes, or a range of them; the stream fails when the blob is gone. */
  get(key: string, range?: ByteRange): Promise<Readable>
  delete(key: string): Promise<void>
  /** Begins a blob that arrives in parts of `partSize` bytes, the last of any size; the answer names the upload. */
  begin(key: string, partSize: number): Promise<string>
  /** Keeps a part, from 1 on; the same number again replaces it. @throws StorageFull */
  putPart(upload: string, number: number, body: Readable): Promise<string>
  /** Makes the parts the blob of the key given to `begin`. */
  complete(upload: string, parts: readonly KeptPart[]): Promise<void>
  /** Gives up an upload and frees its room. */
  abort(upload: string): Promise<void>
}

/** The store has no room left. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The store of files is full', { cause })
    this.name = 'StorageFull'
  }
}
