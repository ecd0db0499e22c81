import { sql } from 'kysely'
import { BACKUP_LOCK } from '../../../backup/catalogue'
import { isAnyOf } from '../../../database/batches'
import type { Db } from '../../../module'
import type { BlobStore } from '../../../storage/blobs'
import { announce } from './contents'

/** Kinds of file that a record has to refer to, exports that are fetched at once, and files of imports; others are their own modules'. */
const BOUND_KINDS = ['annex', 'annexpic', 'export', 'import']
/** How many of each are cleaned in one transaction. */
const BATCH = 200
const DAY = sql<Date>`now() - interval '1 day'`

/**
 * Throws away what nobody can want any more: files that nothing has referred to for a day after they came, chunks that
 * have waited a day for the rest, packages of yesterday, and blobs that nothing refers to.
 */
export async function clean(db: Db, store: BlobStore): Promise<void> {
  while ((await cleanFiles(db)) === BATCH);
  while ((await cleanUploads(db)) === BATCH);
  await db.deleteFrom('file_package').where('created_at', '<', DAY).execute()
  await cleanContents(db)
  await emptyTrash(db, store)
}

async function cleanFiles(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('file')
      .select('id')
      .where('kind', 'in', BOUND_KINDS)
      .where('created_at', '<', DAY)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('file_reference').select('file_id').whereRef('file_id', '=', 'file.id'))),
      )
      // A record that is being saved with one of them holds it.
      .forUpdate()
      .skipLocked()
      .limit(BATCH)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await tx.deleteFrom('file').where(isAnyOf('id', ids)).execute()
    return ids.length
  })
}

async function cleanUploads(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('file_upload')
      .select(['id', 'blob_id', 'store_upload'])
      .where('used_at', '<', DAY)
      .forUpdate()
      .skipLocked()
      .limit(BATCH)
      .execute()
    for (const { id, blob_id, store_upload } of rows) {
      await tx.deleteFrom('file_upload').where('id', '=', id).execute()
      await announce(tx, blob_id, store_upload)
      await tx
        .updateTable('file_trash')
        .set({ since: sql<Date>`to_timestamp(0)` })
        .where('blob_id', '=', blob_id)
        .execute()
    }
    return rows.length
  })
}

/** Contents without a file go to the trash. */
async function cleanContents(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('file_content')
      .select('id')
      .where('created_at', '<', DAY)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('file').select('file.id').whereRef('content_id', '=', 'file_content.id'))),
      )
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of rows) {
      await tx.deleteFrom('file_content').where('id', '=', id).execute()
      await tx
        .insertInto('file_trash')
        .values({ blob_id: id, store_upload: null, since: sql<Date>`to_timestamp(0)` })
        .execute()
    }
  })
}

/** What has lain in the trash for a day is no write under way. */
async function emptyTrash(db: Db, store: BlobStore): Promise<void> {
  await db.connection().execute(async (connection) => {
    // A backup that is being written still has to read what its moment knew.
    const lock = sql<{ free: boolean }>`select pg_try_advisory_lock(${sql.lit(BACKUP_LOCK)}) as free`
    if (!(await lock.execute(connection)).rows[0]?.free) return
    try {
      await throwAway(connection, store)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(BACKUP_LOCK)})`.execute(connection)
    }
  })
}

async function throwAway(db: Db, store: BlobStore): Promise<void> {
  const rows = await db.selectFrom('file_trash').selectAll().where('since', '<', DAY).execute()
  for (const { blob_id, store_upload } of rows) {
    if (store_upload !== null) await store.abort(store_upload)
    await store.delete(blob_id)
    await db.deleteFrom('file_trash').where('blob_id', '=', blob_id).execute()
  }
}
