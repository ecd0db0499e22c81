import { createHash } from 'node:crypto'
import { CHUNK_SIZE } from '@services/contract/chunk'
import type { Envelope } from '@services/contract/envelope'
import type { TestClient } from '@tests/api/harness'

export interface Sent {
  readonly name: string
  readonly url: string
  readonly fileSize: number
  readonly fileExtension: string
  readonly fileVersionId: string
  readonly fileId: string
}

export interface ChunkState {
  readonly uploaded: boolean
  readonly merge: boolean
  readonly chunkNumbers: readonly number[]
}

export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** The members that simple-uploader sends with a chunk. */
export function chunkMembers(
  bytes: Uint8Array,
  number: number,
  filename = 'a.bin',
  identifier = md5Of(bytes),
) {
  return {
    chunkNumber: number,
    chunkSize: CHUNK_SIZE,
    currentChunkSize: chunkOf(bytes, number).length,
    totalSize: bytes.length,
    identifier,
    filename,
    relativePath: filename,
    totalChunks: chunksOf(bytes),
  }
}

export const chunksOf = (bytes: Uint8Array) => Math.max(1, Math.ceil(bytes.length / CHUNK_SIZE))
export const chunkOf = (bytes: Uint8Array, number: number) =>
  bytes.subarray((number - 1) * CHUNK_SIZE, number * CHUNK_SIZE)

/** A multipart form: the members, then the file. */
export function formOf(
  members: Readonly<Record<string, unknown>>,
  bytes?: Uint8Array,
  name = 'blob',
): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(members)) form.append(key, String(value))
  if (bytes) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return form
}

export async function post<T>(client: TestClient, path: string, body: FormData): Promise<Envelope<T>> {
  const response = await client.fetch(path, { method: 'POST', body })
  return (await response.json()) as Envelope<T>
}

export function sendChunk(
  client: TestClient,
  bytes: Uint8Array,
  number: number,
  more: Readonly<Record<string, unknown>> = {},
  part: Uint8Array = chunkOf(bytes, number),
) {
  const members = { ...chunkMembers(bytes, number), ...more }
  return post<ChunkState>(client, '/api/file/chunk?fileType=x&extension=bin', formOf(members, part))
}

export function merge(
  client: TestClient,
  bytes: Uint8Array,
  fileName: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  const members = { identifier: md5Of(bytes), fileName, fileSize: bytes.length, type: 'annex', ...more }
  return post<Sent>(client, '/api/file/merge', formOf(members))
}

/** Sends a file in chunks and puts it together. */
export async function sendFile(client: TestClient, bytes: Uint8Array, fileName: string): Promise<Sent> {
  for (let number = 1; number <= chunksOf(bytes); number++) await sendChunk(client, bytes, number)
  return (await merge(client, bytes, fileName)).data
}

/** Sends a file in one piece. */
export function sendWhole(client: TestClient, bytes: Uint8Array, name: string, kind = 'annexpic') {
  return post<Sent>(client, `/api/file/Uploader/${kind}`, formOf({ pathType: 'defaultPath' }, bytes, name))
}

/** What a record says of an uploaded file. */
export const asValue = (file: Sent, name: string) => ({
  name,
  fileId: file.fileId,
  fileSize: file.fileSize,
  fileExtension: file.fileExtension,
  fileVersionId: file.fileVersionId,
  url: file.url,
})

/** The smallest PNG: one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
