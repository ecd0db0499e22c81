import type { Text } from '@runtime/text'
import type { ObjectType } from '@services/contract/areas/platform/permission-group'
import { sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { SUBJECT_OF } from '../group/of-object'
import { ownSetId, type Subject } from '../tables'

/** Whose rights are spoken of: somebody's own set, which may not be there yet, or a permission group. */
export interface AuthorisedObject {
  readonly id: string
  readonly fullName: string
  readonly objectType: ObjectType
  readonly setId: string
  /** Of a permission group none. */
  readonly subject: Subject | null
  readonly version: number
}

export const TYPE_OF_SUBJECT = Object.fromEntries(
  Object.entries(SUBJECT_OF).map(([type, subject]) => [subject, type]),
) as Readonly<Record<Subject, ObjectType>>

/** Names of people and of what gives them rights: `type`, `id`, `name` (a role's as JSON text). */
const NAMED = sql`
  select 'user' as type, id, coalesce(nullif(real_name, ''), account) as name from user_account
  union all select 'role', id, full_name from role
  union all select 'position', id, full_name from position
  union all select 'group', id, full_name from user_group
  union all select 'organize', id, full_name from organize
  union all select 'set', id, full_name from permission_set where kind = 'group'`

/** @throws ApiError 404 where no such thing has that id */
export async function objectOf(
  { text }: Pick<CallContext, 'text'>,
  db: Db | Tx,
  id: string,
  asked?: ObjectType,
): Promise<AuthorisedObject> {
  const { rows } = await sql<{ type: Subject | 'set'; name: string }>`
    select type, name from (${NAMED}) named where id = ${id}`.execute(db)
  const wanted = asked === 'PermissionGroup' ? 'set' : asked && SUBJECT_OF[asked]
  const found = rows.find(({ type }) => wanted === undefined || type === wanted)
  if (!found) throw notFound()
  const subject = found.type === 'set' ? null : found.type
  const setId = subject ? ownSetId(subject, id) : id
  const set = await db
    .selectFrom('permission_set')
    .select('version')
    .where('id', '=', setId)
    .executeTakeFirst()
  return {
    ...{ id, setId, subject, version: set?.version ?? 0 },
    fullName: found.type === 'role' ? text(JSON.parse(found.name) as Text) : found.name,
    objectType: subject ? TYPE_OF_SUBJECT[subject] : 'PermissionGroup',
  }
}

/** Names by `type id`. */
export async function namesOf(
  { text }: Pick<CallContext, 'text'>,
  db: Db | Tx,
  of: readonly (readonly [Subject, string])[],
): Promise<ReadonlyMap<string, string>> {
  if (of.length === 0) return new Map()
  const { rows } = await sql<{ type: Subject; id: string; name: string }>`
    select type, id, name from (${NAMED}) named
    where (type, id) in (select * from unnest(${of.map(([type]) => type)}::text[], ${of.map(([, id]) => id)}::text[]))`.execute(
    db,
  )
  return new Map(
    rows.map(({ type, id, name }) => [
      `${type} ${id}`,
      type === 'role' ? text(JSON.parse(name) as Text) : name,
    ]),
  )
}

/** Enabled people who have what an object gives, by name: how many there are, and the first of them. */
export async function peopleOf(
  db: Db | Tx,
  { id, setId, subject }: Pick<AuthorisedObject, 'id' | 'setId' | 'subject'>,
  most: number,
): Promise<{ count: number; names: string[] }> {
  const members = {
    user: sql`select ${id}::text as user_id`,
    role: sql`select user_id from user_role where role_id = ${id}`,
    position: sql`select user_id from user_position where position_id = ${id}`,
    group: sql`select user_id from user_group_member where group_id = ${id}`,
    organize: sql`select user_id from user_organize where organize_id = ${id}`,
  } as const
  const of = subject ? members[subject] : sql`select user_id from permission_held where set_id = ${setId}`
  const { rows } = await sql<{ count: number; name: string }>`
    select count(*) over () as count, coalesce(nullif(real_name, ''), account) as name from user_account
    where status = 1 and id in (${of}) order by sort_code, account limit ${most}`.execute(db)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}
