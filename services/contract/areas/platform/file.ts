import { Type } from 'typebox'
import { defineCall } from '../../call'
import { CHUNK_SIZE, MOST_CHUNKS } from '../../chunk'

/** A content hash: MD5 as 32 hexadecimal digits. */
const Identifier = Type.String({ maxLength: 32, pattern: '^[0-9a-f]{32}$' })
/** What a file is for: `annex`, `annexpic`, `userAvatar`, `IM` … */
const FileType = Type.String({ maxLength: 32, pattern: '^[A-Za-z]{1,32}$' })
/** The server's name of a file: its id, with the ending of what it holds. */
export const FileId = Type.String({ maxLength: 49, pattern: '^[0-9a-f]{32}(\\.[a-z0-9]{1,16})?$' })
const FileName = Type.String({ minLength: 1, maxLength: 300 })
const Short = Type.String({ maxLength: 200 })

/** The members that simple-uploader sends with every chunk and with the question whether it is needed. */
const Chunk = {
  chunkNumber: Type.Integer({ minimum: 1, maximum: MOST_CHUNKS }),
  chunkSize: Type.Integer({ minimum: CHUNK_SIZE, maximum: CHUNK_SIZE }),
  currentChunkSize: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 * CHUNK_SIZE })),
  totalSize: Type.Integer({ minimum: 0, maximum: MOST_CHUNKS * CHUNK_SIZE }),
  identifier: Identifier,
  filename: Type.Optional(FileName),
  relativePath: Type.Optional(Type.String({ maxLength: 1000 })),
  totalChunks: Type.Integer({ minimum: 1, maximum: MOST_CHUNKS }),
  fileType: Type.Optional(Short),
  extension: Type.Optional(Short),
}

const ChunkState = Type.Object({
  /** The whole content is here already: nothing has to be sent. */
  uploaded: Type.Boolean(),
  /** Every chunk is here: the file can be put together. */
  merge: Type.Boolean(),
  /** Which chunks are here, from 1 on. */
  chunkNumbers: Type.Array(Type.Integer()),
})

const Stored = Type.Object({
  name: Type.String(),
  url: Type.String(),
  fileSize: Type.Integer(),
  fileExtension: Type.String(),
  fileVersionId: Type.String(),
  fileId: Type.String(),
})

const Address = Type.Object({ name: Type.String(), url: Type.String() })
const TEN_MINUTES = 600_000

/** Calls of this area, by name. */
export const fileCalls = {
  'file.testChunk': defineCall({
    name: 'file.testChunk',
    method: 'GET',
    path: '/api/file/chunk',
    summary: 'Which chunks of a file of this content the caller has sent already',
    query: Type.Object(Chunk),
    response: ChunkState,
  }),
  'file.chunk': defineCall({
    name: 'file.chunk',
    method: 'POST',
    path: '/api/file/chunk',
    summary: 'Sends one chunk; the form has its members before the file',
    query: Type.Object({ fileType: Type.Optional(Short), extension: Type.Optional(Short) }),
    body: Type.Object(Chunk),
    response: ChunkState,
    wire: 'stream',
    timeout: TEN_MINUTES,
  }),
  'file.merge': defineCall({
    name: 'file.merge',
    method: 'POST',
    path: '/api/file/merge',
    summary: 'Puts the chunks together; refused when the content is not what the identifier says',
    body: Type.Object({
      identifier: Identifier,
      fileName: FileName,
      fileSize: Type.Integer({ minimum: 0 }),
      fileType: Type.Optional(Short),
      extension: Type.Optional(Short),
      type: Type.Optional(FileType),
      pathType: Type.Optional(Short),
      isAccount: Type.Optional(Type.Integer()),
      folder: Type.Optional(Short),
    }),
    response: Stored,
    wire: 'form',
    timeout: TEN_MINUTES,
  }),
  'file.upload': defineCall({
    name: 'file.upload',
    method: 'POST',
    path: '/api/file/Uploader/:type',
    summary: 'Sends a small file or an image in one piece',
    params: Type.Object({ type: FileType }),
    body: Type.Object({
      pathType: Type.Optional(Short),
      isAccount: Type.Optional(Type.Integer()),
      folder: Type.Optional(Short),
    }),
    response: Stored,
    wire: 'stream',
    timeout: TEN_MINUTES,
  }),
  'file.preview': defineCall({
    name: 'file.preview',
    method: 'GET',
    path: '/api/file/Uploader/Preview',
    summary: 'Where a file can be read for ten minutes without a session, and what it is by its bytes',
    query: Type.Object({ fileId: FileId }),
    response: Type.Object({
      name: Type.String(),
      url: Type.String(),
      type: Type.String(),
      fileSize: Type.Integer(),
    }),
  }),
  'file.download': defineCall({
    name: 'file.download',
    method: 'GET',
    path: '/api/file/Download/:type/:fileId',
    summary: 'Where a file can be saved from for ten minutes without a session',
    params: Type.Object({ type: FileType, fileId: FileId }),
    response: Address,
  }),
  'file.package': defineCall({
    name: 'file.package',
    method: 'POST',
    path: '/api/file/PackDownload/:type',
    summary: 'Where several files can be saved from as one zip file',
    params: Type.Object({ type: FileType }),
    body: Type.Array(Type.Object({ fileId: FileId, fileName: Type.Optional(FileName) }), {
      minItems: 1,
      maxItems: 1000,
    }),
    response: Type.Object({ downloadVo: Address, downloadName: Type.String() }),
  }),
  'file.image': defineCall({
    name: 'file.image',
    method: 'GET',
    path: '/api/file/Image/:type/:name',
    summary: 'The bytes of a file that the caller may read; shown when that is safe, saved otherwise',
    params: Type.Object({ type: FileType, name: FileId }),
    response: Type.Unknown(),
    wire: 'binary',
    answerLimit: 'piecewise',
  }),
  'file.content': defineCall({
    name: 'file.content',
    method: 'GET',
    path: '/api/file/Content/:ticket',
    summary: 'The bytes behind an address that the server has given out',
    params: Type.Object({ ticket: Type.String({ minLength: 20, maxLength: 300 }) }),
    response: Type.Unknown(),
    wire: 'binary',
    answerLimit: 'piecewise',
  }),
} as const
