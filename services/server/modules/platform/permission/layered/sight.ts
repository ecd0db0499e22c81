import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db } from '../../../../module'
import type { Subject } from '../tables'
import { demandSeen, standsIn, unitsFor } from './scope'

/**
 * What of groups, permission sets and their members is seen by whose administration is bounded, by the units that are open to
 * them; `null`: everything. Of something that nobody belongs to nothing lies elsewhere.
 */
type Open = readonly string[] | null

const all = sql<boolean>`true`
const listed = (units: readonly string[]) => sql`any(${[...units]}::text[])`

/** Groups of people: one in which nobody stands in these units is not seen. */
export const seesGroup = (units: Open, group = 'user_group.id'): RawBuilder<boolean> =>
  units === null
    ? all
    : sql<boolean>`(
        not exists (select from user_group_member where group_id = ${sql.ref(group)})
        or exists (select from user_group_member
          where group_id = ${sql.ref(group)} and ${standsIn(units, 'user_group_member.user_id')}))`

/** Members of sets, by their subject and its id: who and what stands in these units, roles for everybody too. */
export const seesSubject = (
  units: Open,
  { subject, id }: { readonly subject: string; readonly id: string } = {
    subject: 'subject',
    id: 'subject_id',
  },
): RawBuilder<boolean> =>
  units === null
    ? all
    : sql<boolean>`case ${sql.ref(subject)}
        when 'user' then ${standsIn(units, id)}
        when 'organize' then ${sql.ref(id)} = ${listed(units)}
        when 'position' then ${sql.ref(id)} in (
          select position.id from position where organize_id = ${listed(units)})
        when 'role' then ${sql.ref(id)} in (
          select role.id from role where is_global
          union all select role_id from role_organize where organize_id = ${listed(units)})
        else ${seesGroup(units, id)} end`

/** Permission groups: one that names nothing of these units, and gives nobody there anything, is not seen. */
export const seesSet = (units: Open): RawBuilder<boolean> =>
  units === null
    ? all
    : sql<boolean>`(
        not exists (select from permission_member where set_id = permission_set.id)
        or exists (select from permission_member given where given.set_id = permission_set.id
          and ${seesSubject(units, { subject: 'given.subject', id: 'given.subject_id' })})
        or exists (select from permission_held held where held.set_id = permission_set.id
          and ${standsIn(units, 'held.user_id')}))`

/** @throws ApiError 403 for a person and 404 for anything else that is not seen by the caller */
export async function demandSeenSubject(
  context: CallContext,
  subject: Subject,
  id: string,
  db: Db = context.db,
): Promise<void> {
  if (subject === 'user') return demandSeen(context, id, db)
  const units = await unitsFor(context, 'select', db)
  if (units === null) return
  const { rows } = await sql`
    select from (select ${subject}::text as subject, ${id}::text as subject_id) asked where ${seesSubject(units)}`.execute(
    db,
  )
  if (rows.length === 0) throw notFound()
}
