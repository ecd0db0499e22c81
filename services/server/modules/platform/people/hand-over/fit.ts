import { sql } from 'kysely'
import type { Tx } from '../../../../module'
import type { WorkItem } from './work'

/** Of some work what a person cannot have: the same rules as where somebody edits them. */
export interface Unfit {
  /** Positions of units to which the person does not belong. */
  readonly positions: ReadonlySet<string>
  /** Roles that are bound to other units. */
  readonly roles: ReadonlySet<string>
  /** The person themselves, and who manages them through whomever: nobody manages those. */
  readonly people: ReadonlySet<string>
}

export async function unfitFor(
  tx: Tx,
  userId: string,
  items: readonly Pick<WorkItem, 'kind' | 'id'>[],
): Promise<Unfit> {
  const of = (kind: WorkItem['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const ids = async (found: Promise<{ readonly rows: readonly { readonly id: string }[] }>) =>
    new Set((await found).rows.map(({ id }) => id))
  const own = sql`select organize_id from user_organize where user_id = ${userId}`
  return {
    positions: await ids(
      sql<{ id: string }>`
        select id from position where id = any(${of('position')}::text[]) and organize_id not in (${own})`.execute(
        tx,
      ),
    ),
    roles: await ids(
      sql<{ id: string }>`
        select id from role where id = any(${of('role')}::text[]) and not is_global and not exists (
          select from role_organize join organize on role_organize.organize_id = any(organize.path)
          where role_id = role.id and organize.id in (${own}))`.execute(tx),
    ),
    people: await ids(
      sql<{ id: string }>`
        with recursive above as (
          select id, manager_id from user_account where id = ${userId}
          union select person.id, person.manager_id from user_account person join above on person.id = above.manager_id
        ) select id from above where id = any(${of('person')}::text[])`.execute(tx),
    ),
  }
}
