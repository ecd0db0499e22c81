import type { StoredFile } from '@runtime/widget/stored-file'
import { inParts, isAnyOf } from '../../../database/batches'
import { notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { asStoredFile, type FileRow, rowsOf } from './files'
import { idOf } from './names'

/** A place that refers to a file: a field of a record. */
export interface FileHolder {
  /** The model of a record. */
  readonly scope: string
  readonly holderId: string
  readonly field: string
}

/** Says which of the places its caller may read. */
export type HolderReader = (
  context: CallContext,
  holders: readonly FileHolder[],
) => Promise<ReadonlySet<FileHolder>>

/** Rights on files, and what they follow from. */
export interface Files {
  /** A module says who may read what refers to files; one module a kind of holder. */
  provide(holder: string, reader: HolderReader): void
  /**
   * The files among these that the caller may use, by wire name. What `held` names (a record's own files, when that
   * record is saved again) needs no further right.
   */
  usable(
    context: CallContext,
    wireNames: readonly string[],
    held?: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, StoredFile>>
  /** Sets what a holder refers to, in the transaction that writes it. Files that are not here are passed over. */
  refer(
    tx: Tx,
    holder: string,
    of: Pick<FileHolder, 'scope' | 'holderId'>,
    references: readonly { readonly file: string; readonly field: string }[],
  ): Promise<void>
}

/** Seen by everybody who is signed in. */
const OPEN_KINDS = new Set(['userAvatar'])

/**
 * A file is its sender's until something refers to it; from then on it is for those who may read one of the places that
 * do, and for nobody else.
 */
export function createFiles(
  db: Db,
): Files & { readable(context: CallContext, wireNames: readonly string[]): Promise<readonly FileRow[]> } {
  const readers = new Map<string, HolderReader>()

  const readable = async (context: CallContext, wireNames: readonly string[]) => {
    const rows = await rowsOf(db, wireNames)
    const references =
      rows.length === 0
        ? []
        : await db
            .selectFrom('file_reference')
            .select(['file_id', 'holder', 'scope', 'holder_id as holderId', 'field'])
            .where(
              isAnyOf(
                'file_id',
                rows.map(({ id }) => id),
              ),
            )
            .execute()
    const seen = new Set<string>()
    for (const [holder, reader] of readers) {
      const own = references.filter((reference) => reference.holder === holder)
      const open = own.length === 0 ? new Set() : await reader(context, own)
      for (const reference of own) if (open.has(reference)) seen.add(reference.file_id)
    }
    const referred = new Set(references.map((reference) => reference.file_id))
    return rows.filter(
      ({ id, kind, owner_id }) =>
        OPEN_KINDS.has(kind) || (referred.has(id) ? seen.has(id) : owner_id === context.user.userId),
    )
  }

  return {
    readable,
    provide(holder, reader) {
      if (readers.has(holder)) throw new Error(`Two modules say who reads the files of "${holder}"`)
      readers.set(holder, reader)
    },
    async usable(context, wireNames, held = new Set()) {
      const [open, own] = await Promise.all([
        readable(
          context,
          wireNames.filter((name) => !held.has(name)),
        ),
        rowsOf(
          db,
          wireNames.filter((name) => held.has(name)),
        ),
      ])
      const byId = new Map([...open, ...own].map((row) => [row.id, asStoredFile(row)]))
      return new Map(
        wireNames.flatMap((name) => {
          const file = byId.get(idOf(name))
          return file ? [[name, file] as const] : []
        }),
      )
    },
    async refer(tx, holder, { scope, holderId }, references) {
      const of = { holder, scope, holder_id: holderId }
      await tx
        .deleteFrom('file_reference')
        .where('holder', '=', holder)
        .where('scope', '=', scope)
        .where('holder_id', '=', holderId)
        .execute()
      if (references.length === 0) return
      // Held against the cleaning until this transaction ends.
      const here = await tx
        .selectFrom('file')
        .select('id')
        .where(isAnyOf('id', new Set(references.map(({ file }) => idOf(file)))))
        .forKeyShare()
        .execute()
      const ids = new Set(here.map(({ id }) => id))
      const rows = references
        .filter(({ file }) => ids.has(idOf(file)))
        .map(({ file, field }) => ({ ...of, file_id: idOf(file), field }))
      for (const part of inParts(rows))
        await tx
          .insertInto('file_reference')
          .values(part)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
  }
}

/** The one file of a wire name. @throws ApiError 404 when there is none that the caller may read. */
export async function readableFile(
  files: ReturnType<typeof createFiles>,
  context: CallContext,
  wireName: string,
): Promise<FileRow> {
  const [row] = await files.readable(context, [wireName])
  if (!row) throw notFound()
  return row
}
