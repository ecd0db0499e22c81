import { inParts } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import { type GrantKind, ownSetId, type Subject } from './tables'

export interface Grant {
  readonly kind: GrantKind
  readonly menu_id: string
  readonly code: string
}

/** The hidden set of a person, role or position; it is made where there is none. */
export async function ownSet(db: Db | Tx, subject: Subject, subject_id: string): Promise<string> {
  const id = ownSetId(subject, subject_id)
  await db
    .insertInto('permission_set')
    .values({ id, kind: 'own' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('permission_member')
    .values({ set_id: id, subject, subject_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/** Adds to what a set grants. */
export async function addGrants(db: Db | Tx, set_id: string, grants: readonly Grant[]): Promise<void> {
  for (const part of inParts(grants.map((grant) => ({ set_id, ...grant }))))
    await db
      .insertInto('permission_grant')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** What a set grants. */
export function grantsOf(db: Db | Tx, set_id: string): Promise<Grant[]> {
  return db
    .selectFrom('permission_grant')
    .select(['kind', 'menu_id', 'code'])
    .where('set_id', '=', set_id)
    .execute()
}
