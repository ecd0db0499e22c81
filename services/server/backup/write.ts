import { readFile } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BlobStore } from '../storage/blobs'
import { createArchive, FORMAT } from './archive'
import { BACKUP_LOCK, catalogueOf, quoted } from './catalogue'

export interface BackupSource {
  /** How the owner of the tables reaches the database. */
  readonly connection: pg.ClientConfig
  readonly store: BlobStore
  /** File of the key to encrypted values; without one the archive has none. */
  readonly keyFile?: string | undefined
  readonly version: string
}

/** What a backup holds. */
export interface BackupSummary {
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Files that the database names and the store has not. */
  readonly missing: number
  /** Of the archive. */
  readonly bytes: number
  readonly hasKey: boolean
}

/**
 * Writes everything into one file, as it was at one moment, while servers go on: the tables in one snapshot of the database, then
 * the files that they name, which nobody throws away in the meantime. The file appears when it is whole.
 * @param signal ends it; nothing stays
 */
export async function writeBackup(
  path: string,
  { connection, store, keyFile, version }: BackupSource,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  const client = new pg.Client({ ...connection, application_name: 'loam-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set statement_timeout = 0; set time zone 'UTC'")
    await client.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK])
    await client.query('begin isolation level repeatable read read only')
    const catalogue = await catalogueOf(client)
    const key = keyFile === undefined ? undefined : await readFile(keyFile).catch(() => undefined)
    const header = { format: FORMAT, version, at: new Date().toISOString(), ...catalogue, hasKey: !!key }
    const archive = await createArchive(path, header)
    try {
      let rows = 0
      for (const { name, columns } of catalogue.tables) {
        signal?.throwIfAborted()
        const copy = client.query(
          copyTo(`copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)}) to stdout`),
        )
        const packed = createGzip({ level: 1 })
        copy.once('error', (error) => packed.destroy(error))
        const end = await archive.entry({ kind: 'table', name }, copy.pipe(packed), () => copy.rowCount)
        rows += end.rows ?? 0
      }
      const { rows: contents } = await client.query<{ key: string; sha256: string }>(
        'select id as key, sha256 from file_content order by id',
      )
      let missing = 0
      for (const content of contents) {
        signal?.throwIfAborted()
        // One that has been lost must not keep everything else from being kept.
        const body = await store.get(content.key).catch(unlessMissing)
        if (body) await archive.entry({ kind: 'blob', ...content }, body)
        else missing++
      }
      if (key) await archive.entry({ kind: 'key' }, pieces(key))
      const bytes = await archive.finish()
      const tables = catalogue.tables.length
      return { tables, rows, files: contents.length - missing, missing, bytes, hasKey: header.hasKey }
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } finally {
    // Its transaction and its lock go with it.
    await client.end()
  }
}

/** What the stores say of a blob that is not there. */
function unlessMissing(error: unknown): undefined {
  const { code, name } = error as { readonly code?: string; readonly name?: string }
  if (code !== 'ENOENT' && name !== 'NoSuchKey') throw error
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
