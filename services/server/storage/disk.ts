import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type BlobStore, StorageFull } from './blobs'
import { renameDurably, syncFolder } from './durable'

/** Bytes read at once: few calls for a large file, little memory for many. */
const READ_AT_ONCE = 256 * 1024

const KEY = /^[a-z\d]{4,64}$/

/**
 * Blobs in a folder: `blobs/<last two digits>/<key>`, and what is still arriving in `incoming/`. A part is written at its
 * place in the whole, so that putting a file together copies nothing.
 */
export function diskStore(folder: string): BlobStore {
  const pathOf = (key: string) => join(folder, 'blobs', checked(key).slice(-2), checked(key))
  const incoming = (key: string) => join(folder, 'incoming', checked(key))
  const writable = async (path: string, flags: number) => {
    await mkdir(dirname(path), { recursive: true })
    return open(path, flags, 0o640)
  }
  const settle = async (key: string) => {
    const made = await mkdir(dirname(pathOf(key)), { recursive: true })
    if (made !== undefined) await syncFolder(dirname(made))
    try {
      await renameDurably(incoming(key), pathOf(key))
    } catch (error) {
      // It lies there already when a server that was ended in the midst of this is asked again.
      await access(pathOf(key)).catch(() => Promise.reject(error))
    }
  }
  const remove = (path: string) => rm(path, { force: true })
  return {
    async put(key, body) {
      heard(body)
      try {
        await write(await writable(incoming(key), FRESH), body, 0)
        await settle(key)
      } catch (error) {
        await remove(incoming(key))
        throw asStorageError(error)
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key))
      return file.createReadStream({ highWaterMark: READ_AT_ONCE, ...range })
    },
    delete: (key) => remove(pathOf(key)),
    async begin(key, partSize) {
      const file = await writable(incoming(key), FRESH)
      await file.close()
      return `${key}:${partSize}`
    },
    async putPart(upload, number, body) {
      const { key, partSize } = uploadOf(upload)
      heard(body)
      try {
        // Opened without making it: a part that comes after the upload was given up finds nothing to write to.
        await write(await open(incoming(key), constants.O_WRONLY), body, (number - 1) * partSize)
        return String(number)
      } catch (error) {
        throw asStorageError(error)
      }
    },
    complete: (upload) => settle(uploadOf(upload).key),
    abort: (upload) => remove(incoming(uploadOf(upload).key)),
  }
}

const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error('A blob is kept under an id of the server.')
  return key
}

function uploadOf(upload: string): { key: string; partSize: number } {
  const [key = '', partSize = ''] = upload.split(':')
  return { key, partSize: Number(partSize) }
}

/** A stream may break off before its file is open and it is read: reading it fails then, the process must not. */
function heard(body: Readable): void {
  body.on('error', () => undefined)
}

/** Writes a stream from a place on; what has been acknowledged is on the disk. */
async function write(file: FileHandle, body: Readable, start: number): Promise<void> {
  try {
    let at = start
    for await (const chunk of body) {
      const bytes = chunk as Uint8Array
      let written = 0
      while (written < bytes.length) {
        const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at)
        written += bytesWritten
        at += bytesWritten
      }
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}

function asStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull(error) : error
}
