import type { Text } from '@runtime/text'
import type { Named, PeopleKind } from '@runtime/widget/named'
import { type Migration, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { CallContext } from '../../../module'
import { type MixedType, splitMixed } from './mixed'

/** What people and their places were called that are no more: what was filled in with them still says whom. */
export interface DeletedNameTable {
  kind: Kind
  id: string
  /** As its table kept it: a role's is a text of the languages, in JSON. */
  name: string
  deleted_at: Date
}

declare module '../../../database/schema' {
  interface Database {
    deleted_name: DeletedNameTable
  }
}

/** Names of their tables. */
type Kind = 'user_account' | 'organize' | 'position' | 'role' | 'user_group'

const KIND_OF: Readonly<Record<MixedType | 'organize', Kind>> = {
  user: 'user_account',
  organize: 'organize',
  company: 'organize',
  department: 'organize',
  position: 'position',
  role: 'role',
  group: 'user_group',
}

/** The deleted ones among ids, in whatever kind's spelling these are. */
export async function deletedNames(
  { db, text }: CallContext,
  of: PeopleKind,
  ids: readonly string[],
): Promise<readonly Named[]> {
  const wanted = ids.flatMap((written) => {
    const { id, type } = of === 'mixed' ? (splitMixed(written) ?? {}) : { id: written, type: of }
    // The wire lets any word through: what is no kind has no names.
    const kind = type !== undefined && Object.hasOwn(KIND_OF, type) ? KIND_OF[type] : undefined
    return id !== undefined && kind ? [{ written, id, kind }] : []
  })
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('deleted_name')
    .select(['kind', 'id', 'name'])
    .where(isAnyOf('id', new Set(wanted.map(({ id }) => id))))
    .execute()
  const known = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return wanted.flatMap(({ written, id, kind }) => {
    const name = known.get(`${kind} ${id}`)
    if (name === undefined) return []
    return [{ id: written, text: kind === 'role' ? text(JSON.parse(name) as Text) : name, gone: true }]
  })
}

const NAME_COLUMNS: Readonly<Record<Kind, string>> = {
  user_account: 'real_name',
  organize: 'full_name',
  position: 'full_name',
  role: 'full_name',
  user_group: 'full_name',
}

/** Whatever deletes one, its name is kept with it, in the same transaction; of those deleted before the audit may know it. */
export const deletedNameMigrations: Readonly<Record<string, Migration>> = {
  'users-074-deleted-names': {
    async up(db) {
      await sql`create table deleted_name (
        kind text not null,
        id text not null,
        name text not null,
        deleted_at timestamptz not null default now(),
        primary key (id, kind)
      )`.execute(db)
      await sql`create function keep_deleted_name() returns trigger language plpgsql as $$
        begin
          insert into deleted_name (kind, id, name)
            values (tg_table_name, old.id, to_jsonb(old) ->> tg_argv[0])
            on conflict (id, kind) do update set name = excluded.name, deleted_at = excluded.deleted_at;
          return null;
        end $$`.execute(db)
      for (const [table, column] of Object.entries(NAME_COLUMNS))
        await sql`create trigger keep_deleted_name after delete on ${sql.table(table)}
          for each row execute function keep_deleted_name(${sql.lit(column)})`.execute(db)
      await sql`insert into deleted_name (kind, id, name, deleted_at)
        select kind, target, case kind when 'role' then to_jsonb(name)::text else name end, at
        from (
          select distinct on (target, action) target, at,
            case action when 'users.delete' then 'user_account' when 'group.delete' then 'user_group'
              else split_part(action, '.', 1) end as kind,
            coalesce(before ->> 'realName', before ->> 'fullName') as name
          from audit
          where action in ('users.delete', 'organize.delete', 'position.delete', 'role.delete', 'group.delete')
          order by target, action, id desc
        ) as deleted where name is not null
        on conflict do nothing`.execute(db)
    },
  },
}
