import { createHash } from 'node:crypto'
import { CODE } from '@services/contract/envelope'
import { SAVE_DAYS } from '@services/contract/limits'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'

/** What a save has made of a record. */
export interface Saved {
  readonly id: string
  readonly version: number
}

/** A save as its sender names it: sent again after a lost answer, it is carried out once. */
export interface NamedSave {
  /** The sender's own; absent: each sending is a save of its own. */
  readonly saveId?: string | undefined
  readonly modelId: string
  /** Absent: a new record. */
  readonly id?: string | undefined
  readonly version?: number | undefined
  readonly data: unknown
  /** The version of the form that it was filled in by; absent: the one that is released. */
  readonly formVersion?: number | undefined
}

/**
 * What the caller's save of this name has come to; null: it has not been carried out.
 * @throws ApiError 400 where it is the name of another save
 */
export async function savedBefore(
  db: Db | Tx,
  { user }: CallContext,
  save: NamedSave,
): Promise<Saved | null> {
  if (save.saveId === undefined) return null
  const known = await db
    .selectFrom('record_save')
    .select(['record_id', 'row_version', 'digest'])
    .where('owner_id', '=', user.userId)
    .where('save_id', '=', save.saveId)
    .executeTakeFirst()
  if (!known) return null
  if (known.digest !== digestOf(save)) throw new ApiError(CODE.badRequest, '@record.otherSave')
  return { id: known.record_id, version: known.row_version }
}

/**
 * Notes what a save comes to, in the transaction that carries it out. One of the same name that is under way is waited for;
 * has that been carried out, its outcome is answered, and nothing is to be done.
 * @throws ApiError 400 where it is the name of another save
 */
export async function noteSave(
  tx: Tx,
  context: CallContext,
  save: NamedSave,
  saved: Saved,
): Promise<Saved | null> {
  if (save.saveId === undefined) return null
  const noted = await tx
    .insertInto('record_save')
    .values({
      ...{ owner_id: context.user.userId, save_id: save.saveId, digest: digestOf(save) },
      ...{ record_id: saved.id, row_version: saved.version },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('save_id')
    .executeTakeFirst()
  return noted ? null : savedBefore(tx, context, save)
}

/** Names that nobody sends again. */
export async function forgetOldSaves(db: Db): Promise<void> {
  await db
    .deleteFrom('record_save')
    .where('saved_at', '<=', sql<Date>`now() - make_interval(days => ${SAVE_DAYS})`)
    .execute()
}

function digestOf({ modelId, id, version, data }: NamedSave): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return createHash('sha256')
    .update(JSON.stringify([modelId, id ?? '', version ?? 0]))
    .update(text ?? '')
    .digest('base64')
}
