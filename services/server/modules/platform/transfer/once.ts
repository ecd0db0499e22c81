import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { inParts, isAnyOf } from '../../../database/batches'
import type { CallContext, Db, Tx } from '../../../module'
import type { ImportRow } from './rows'

/** Days for which a row is known again; its file is kept for one. */
const KNOWN_DAYS = 2
/** Characters of the name of a row: the file's, and a line. */
const LONGEST = 64

/** The name of a row; null: its sender knows none, and each sending of it is an import. */
export function importIdOf({ importId }: ImportRow): string | null {
  return typeof importId === 'string' && importId !== '' && importId.length <= LONGEST ? importId : null
}

/** What has become of rows before: `same`, or `other` where something else was imported under the name. */
export async function importedBefore(
  { db, user }: { readonly db: Db | Tx; readonly user: CallContext['user'] },
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<ImportRow, 'same' | 'other'>> {
  const ids = rows.flatMap((row) => importIdOf(row) ?? [])
  if (ids.length === 0) return new Map()
  const known = await db
    .selectFrom('import_row')
    .select(['import_id', 'digest'])
    .where('owner_id', '=', user.userId)
    .where(isAnyOf('import_id', ids))
    .execute()
  const digests = new Map(known.map((row) => [row.import_id, row.digest]))
  return new Map(
    rows.flatMap((row): [ImportRow, 'same' | 'other'][] => {
      const digest = digests.get(importIdOf(row) ?? '')
      return digest === undefined ? [] : [[row, digest === digestOf(row) ? 'same' : 'other']]
    }),
  )
}

/**
 * Notes rows in the transaction that imports them; those of the same names that are under way elsewhere are waited for. What has become
 * of the ones that have been imported meanwhile; the others are noted, once each.
 */
export async function noteRows(
  tx: Tx,
  context: CallContext,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<ImportRow, 'same' | 'other'>> {
  const owner_id = context.user.userId
  // In one order, whoever notes them: nobody waits for who waits for them.
  const noted = new Map<string, ImportRow>()
  for (const row of rows) {
    const id = importIdOf(row)
    if (id !== null && !noted.has(id)) noted.set(id, row)
  }
  const values = [...noted]
    .map(([import_id, row]) => ({ owner_id, import_id, digest: digestOf(row) }))
    .toSorted((one, other) => (one.import_id < other.import_id ? -1 : 1))
  const fresh = new Set<string>()
  for (const part of inParts(values)) {
    const made = await tx
      .insertInto('import_row')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .returning('import_id')
      .execute()
    for (const { import_id } of made) fresh.add(import_id)
  }
  const others = rows.filter((row) => {
    const id = importIdOf(row)
    return id !== null && (!fresh.has(id) || noted.get(id) !== row)
  })
  return importedBefore({ ...context, db: tx }, others)
}

/** Takes back the notes of rows that have not been imported after all. */
export async function forgetNoted(tx: Tx, { user }: CallContext, rows: readonly ImportRow[]): Promise<void> {
  const ids = rows.flatMap((row) => importIdOf(row) ?? [])
  if (ids.length === 0) return
  await tx
    .deleteFrom('import_row')
    .where('owner_id', '=', user.userId)
    .where(isAnyOf('import_id', ids))
    .execute()
}

export async function forgetRows(db: Db): Promise<void> {
  await db
    .deleteFrom('import_row')
    .where('at', '<=', sql<Date>`now() - make_interval(days => ${KNOWN_DAYS})`)
    .execute()
}

function digestOf({ importId: _, errors: _errors, errorsInfo: _info, ...values }: ImportRow): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64')
}
