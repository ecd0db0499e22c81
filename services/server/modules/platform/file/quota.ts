import { statfs } from 'node:fs/promises'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { FileQuota } from '../../../limits'
import type { Db } from '../../../module'

/** Bytes that are free in a folder; null where that is not known, as of a bucket. */
export type FreeSpace = () => Promise<number | null>

export function freeSpaceOf(folder: string): FreeSpace {
  return async () => {
    try {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    } catch {
      // The folder is made with its first file.
      return null
    }
  }
}

/** How much there is, by rule and in fact. */
export interface Room {
  readonly quota: FileQuota
  readonly free: FreeSpace
}

/**
 * Refuses bytes for which there is no room, before any of them is kept.
 * @throws ApiError 400 where the person's own room is used up, 500 where the disk's is
 */
export async function demandRoom(db: Db, userId: string, size: number, { quota, free }: Room): Promise<void> {
  const left = await free()
  if (left !== null && left - size < quota.freeDisk) throw new ApiError(CODE.failed, '@files.diskFull')
  if ((await usedBy(db, userId)) + size > quota.perUser)
    throw new ApiError(CODE.badRequest, '@files.quotaUsed', { params: { limit: sizeText(quota.perUser) } })
}

/**
 * Refuses to begin another file while too many are on their way.
 * @throws ApiError 400
 */
export async function demandUpload(db: Db, userId: string, { openUploads }: FileQuota): Promise<void> {
  const { open } = await db
    .selectFrom('file_upload')
    .select((from) => from.fn.countAll<number>().as('open'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(open) >= openUploads)
    throw new ApiError(CODE.badRequest, '@files.tooManyUploads', { params: { count: openUploads } })
}

/** What a person's files have, and what they are sending will. */
async function usedBy(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select (coalesce((select sum(size) from file_content where id in (
        select content_id from file where owner_id = ${userId})), 0)
      + coalesce((select sum(total_size) from file_upload where owner_id = ${userId}), 0))::float8 as used`.execute(
    db,
  )
  return rows[0]?.used ?? 0
}

/** `20 GB`, `512 MB`. */
function sizeText(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GB` : `${Math.round(bytes / 2 ** 20)} MB`
}
