import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { renameDurably } from '../storage/durable'

/**
 * The file of a backup: frames of one letter, four bytes of length and so many bytes. `H` says what the whole is of, `E` begins an
 * entry, `D` is a piece of it, `Z` ends it with its measure, `F` ends the file with the SHA-256 of everything before it. It is
 * written and read in pieces, whatever its size.
 */
const MAGIC = Buffer.from('LOAM BACKUP\n')
const HEAD = 5
/** A piece is at most so large, so that a damaged length asks for no memory. */
const PIECE = 1024 * 1024
export const FORMAT = 1

export interface ArchivedTable {
  readonly name: string
  readonly columns: readonly string[]
}
/** A part of a table that is made while the server runs: a day of readings. */
export interface ArchivedPartition {
  readonly parent: string
  readonly name: string
  /** `FOR VALUES FROM ('…') TO ('…')` */
  readonly bound: string
}
export interface ArchivedSequence {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** What an archive is of. */
export interface ArchiveHeader {
  readonly format: number
  /** Version of the product that wrote it. */
  readonly version: string
  /** ISO time of the snapshot. */
  readonly at: string
  /** The migrations that had run: the archive's tables are theirs. */
  readonly migrations: readonly string[]
  readonly tables: readonly ArchivedTable[]
  readonly partitions: readonly ArchivedPartition[]
  readonly sequences: readonly ArchivedSequence[]
  /** Whether the key of the encrypted values is in it. */
  readonly hasKey: boolean
}

export type EntryStart =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'blob'; readonly key: string; readonly sha256: string }
  | { readonly kind: 'key' }
/** `rows` of a table; `bytes` as they are in the archive. */
export interface EntryEnd {
  readonly rows?: number
  readonly bytes: number
}

export type Frame =
  | { readonly kind: 'H'; readonly header: ArchiveHeader }
  | { readonly kind: 'E'; readonly entry: EntryStart }
  | { readonly kind: 'D'; readonly bytes: Buffer }
  | { readonly kind: 'Z'; readonly end: EntryEnd }
  | { readonly kind: 'F'; readonly sha256: string }

/** The file is no backup, or not as it was written. */
export class ArchiveDamaged extends Error {
  constructor(path: string, why: string) {
    super(`${path} is not a whole backup: ${why}. Nothing has been changed.`)
    this.name = 'ArchiveDamaged'
  }
}

export interface ArchiveWriter {
  entry(start: EntryStart, body: AsyncIterable<Uint8Array>, rows?: () => number): Promise<EntryEnd>
  /** Ends the file and puts it in its place. */
  finish(): Promise<number>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** Writes beside the place of the file, where it appears when it is whole. */
export async function createArchive(path: string, header: ArchiveHeader): Promise<ArchiveWriter> {
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600)
  const hash = createHash('sha256')
  let size = 0
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes)
    size += bytes.length
    await writeAll(file, bytes)
  }
  const frame = async (kind: Frame['kind'], payload: Uint8Array) => {
    const head = Buffer.alloc(HEAD)
    head.write(kind, 0, 'latin1')
    head.writeUInt32BE(payload.length, 1)
    await write(head)
    await write(payload)
  }
  const json = (kind: Frame['kind'], value: unknown) => frame(kind, Buffer.from(JSON.stringify(value)))
  await write(MAGIC)
  await json('H', header)
  return {
    async entry(start, body, rows) {
      await json('E', start)
      let bytes = 0
      for await (const chunk of body)
        for (let at = 0; at < chunk.length; at += PIECE) {
          const piece = chunk.subarray(at, at + PIECE)
          bytes += piece.length
          await frame('D', piece)
        }
      const end: EntryEnd = { bytes, ...(rows && { rows: rows() }) }
      await json('Z', end)
      return end
    },
    async finish() {
      await json('F', { sha256: hash.copy().digest('hex') })
      await file.sync()
      await file.close()
      await renameDurably(partial, path)
      return size
    },
    async abandon() {
      await file.close().catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at)
    at += bytesWritten
  }
}

/** The frames of an archive in turn. @throws ArchiveDamaged where it is not as it was written */
export async function* readArchive(path: string): AsyncGenerator<Frame> {
  const file = await open(path, 'r')
  const hash = createHash('sha256')
  const damaged = (why: string) => new ArchiveDamaged(path, why)
  const read = async (length: number) => {
    const bytes = Buffer.alloc(length)
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at)
      if (bytesRead === 0) throw damaged('it is cut off')
      at += bytesRead
    }
    return bytes
  }
  try {
    const magic = await read(MAGIC.length)
    if (!magic.equals(MAGIC)) throw damaged('it does not begin as one')
    hash.update(magic)
    for (;;) {
      const head = await read(HEAD)
      const length = head.readUInt32BE(1)
      const kind = head.toString('latin1', 0, 1)
      if (!'HEDZF'.includes(kind) || length > PIECE * 16) throw damaged('its bytes have changed')
      const payload = await read(length)
      if (kind === 'F') {
        const { sha256 } = parsed(payload, damaged) as { sha256: string }
        if (sha256 !== hash.digest('hex')) throw damaged('its bytes have changed')
        yield { kind, sha256 }
        return
      }
      hash.update(head)
      hash.update(payload)
      if (kind === 'D') yield { kind, bytes: payload }
      else yield frameOf(kind, parsed(payload, damaged))
    }
  } finally {
    await file.close()
  }
}

function parsed(payload: Buffer, damaged: (why: string) => Error): unknown {
  try {
    return JSON.parse(payload.toString()) as unknown
  } catch {
    throw damaged('its bytes have changed')
  }
}

function frameOf(kind: string, value: unknown): Frame {
  if (kind === 'H') return { kind, header: value as ArchiveHeader }
  return kind === 'E' ? { kind, entry: value as EntryStart } : { kind: 'Z', end: value as EntryEnd }
}

/** Reads an archive to its end, so that whatever is wrong with it is known before anything is done. */
export async function verifyArchive(path: string): Promise<ArchiveHeader> {
  let header: ArchiveHeader | undefined
  for await (const frame of readArchive(path)) if (frame.kind === 'H') header = frame.header
  if (!header) throw new ArchiveDamaged(path, 'it does not say what it is of')
  return header
}
