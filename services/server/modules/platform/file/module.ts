import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredFile } from '@runtime/widget/stored-file'
import { fileCalls as calls } from '@services/contract/areas/platform/file'
import { isAnyOf } from '../../../database/batches'
import { notFound } from '../../../http/errors'
import { FILE_QUOTA } from '../../../limits'
import { type CallContext, type ServerModule, StoredReply, type StreamedFile } from '../../../module'
import type { BlobStore } from '../../../storage/blobs'
import { openBlobs } from '../../../storage/open'
import { createFiles, type Files, readableFile } from './access'
import { clean } from './cleaning'
import { asStoredFile, type FileRow, keepWhole, rowsOf, stored } from './files'
import { isShown } from './kind'
import { idOf, wireName } from './names'
import { openPackage, preparePackage } from './package'
import { freeSpaceOf, type Room } from './quota'
import { migrations } from './tables'
import { createTickets } from './tickets'
import { chunkState, keepChunk, mergeChunks } from './uploads'

const SENT = { own: ['file', 'record', 'message', 'chat', 'interface'] } as const

/** A file is for its sender, and for whoever may read a place that refers to it (`access.ts`). */
const READABLE = {
  visible: ['file', 'record', 'message', 'chat', 'interface'],
  why: 'By the right to read what refers to the file',
} as const

declare module '../../../module' {
  interface Services {
    files: Files & {
      /** Throws away what nobody can want any more. */
      clean(): Promise<void>
      /** Keeps a file that the server itself has made, as the caller's. */
      keep(
        context: CallContext,
        file: { readonly name: string; readonly body: Readable },
        kind: string,
      ): Promise<StoredFile>
      /** The bytes of a file of that kind that the caller has sent; null: there is none. */
      bytes(context: CallContext, wireName: string, kind: string): Promise<Uint8Array | null>
      /** Where a file can be saved from for ten minutes; who asks has checked the right. */
      address(wireName: string): Promise<string>
      /** Gives up files that the server itself has made, by their ids. */
      remove(wireNames: readonly string[]): Promise<void>
    }
  }
}

const HOUR = 3_600_000

/** Files that people send: in chunks or whole, kept once a content, read by right (`reference/api-contract.md`, "Files"). */
export const fileModule: ServerModule = {
  name: 'file',
  migrations,
  async register({ db, services, options, handle, onReady, onClose, log }) {
    const store = await openBlobs(options)
    const room: Room = {
      quota: { ...FILE_QUOTA, ...options.fileQuota },
      free: options.blobs || options.s3 ? async () => null : freeSpaceOf(options.dataFolder),
    }
    const files = createFiles(db)
    const tickets = createTickets(db)
    services.files = {
      ...files,
      clean: () => clean(db, store),
      keep: async (context, file, kind) =>
        asStoredFile(await keepWhole(context, store, file, kind, {}, room)),
      bytes: async ({ user }, wireName, kind) => {
        const [row] = await rowsOf(db, [wireName])
        if (row?.owner_id !== user.userId || row.kind !== kind) return null
        return buffer(await store.get(row.content_id))
      },
      address: (wireName) => tickets.issue({ what: 'save', id: idOf(wireName) }),
      remove: async (wireNames) => {
        if (wireNames.length === 0) return
        await db
          .deleteFrom('file')
          .where(isAnyOf('id', wireNames.map(idOf)))
          .execute()
      },
    }
    onReady(async () => {
      const work = () =>
        clean(db, store).catch((error: unknown) => log.warn(`files could not be cleaned: ${error}`))
      const timer = setInterval(work, HOUR).unref()
      onClose(async () => clearInterval(timer))
    })

    handle(calls['file.testChunk'], SENT, (context, chunk) => chunkState(context, chunk))
    handle(calls['file.chunk'], SENT, (context, input) =>
      keepChunk(context, store, input, fileOf(input).body, room),
    )
    handle(calls['file.merge'], SENT, async (context, input) =>
      stored(await mergeChunks(context, store, input)),
    )
    handle(calls['file.upload'], SENT, async (context, input) =>
      stored(await keepWhole(context, store, fileOf(input), input.type, input, room)),
    )
    const readable = (context: CallContext, wire: string) => readableFile(files, context, wire)
    handle(calls['file.image'], READABLE, async (context, { name }) =>
      reply(store, await readable(context, name), true),
    )
    handle(calls['file.download'], READABLE, async (context, { fileId }) => {
      const file = await readable(context, fileId)
      return { name: file.name, url: await tickets.issue({ what: 'save', id: file.id }) }
    })
    handle(calls['file.preview'], READABLE, async (context, { fileId }) => {
      const file = await readable(context, fileId)
      const url = await tickets.issue({ what: 'show', id: file.id })
      return { name: file.name, url, type: file.type, fileSize: file.size }
    })
    handle(calls['file.package'], READABLE, async (context, input) => {
      // A body that is a list stands beside the path's parameters.
      const { body } = input as unknown as { readonly body: Parameters<typeof preparePackage>[2] }
      const { id, name } = await preparePackage(context, files, body)
      return {
        downloadVo: { name, url: await tickets.issue({ what: 'package', id }) },
        downloadName: name,
      }
    })
    handle(calls['file.content'], { ticket: 'ticket' }, async (_context, input) => {
      const ticket = await tickets.read(input.ticket)
      if (!ticket) throw notFound()
      if (ticket.what === 'package') return openPackage(db, store, ticket.id)
      const [file] = await rowsOf(db, [ticket.id])
      if (!file) throw notFound()
      return reply(store, file, ticket.what === 'show')
    })
  },
}

function fileOf(input: unknown): StreamedFile {
  return (input as { readonly file: StreamedFile }).file
}

/** A file's bytes: shown where that runs nothing, saved otherwise. */
function reply(store: BlobStore, file: FileRow, wantsShown: boolean): StoredReply {
  return new StoredReply({
    size: file.size,
    type: file.type,
    name: file.name || wireName(file),
    inline: wantsShown && isShown(file.type),
    version: file.content_id,
    open: (range) => store.get(file.content_id, range),
  })
}
