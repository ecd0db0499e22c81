import type { Text } from '@runtime/text'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import { NAMED_OBSTACLES, type NamedObstacle, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import { namesOf } from '../permission/authorising/objects'
import type { GrantKind, Subject } from '../permission/tables'
import { MAIN_SYSTEM } from './tables'

/** What people manage menus by: it stays where they find it. */
const OWN_ENTRY = 'system.menu'

/** What stands in the way: how many there are, and the first of them. */
interface Standing {
  readonly count: number
  readonly named: readonly NamedObstacle[]
}

/** Where the rights of each kind of subject are changed. */
const PAGE_OF = {
  user: 'permission.user',
  role: 'permission.role',
  position: 'permission.position',
  group: 'permission.group',
  organize: 'permission.organize',
} as const satisfies Record<Subject, string>

/** Entries of the menu that are in the way. @throws ApiError 400 where there are any */
export const refuseEntries = (context: CallContext, message: string, entries: Standing): Promise<void> =>
  refuseObstacles(context, [{ message, kind: '@menu.entries', ...entries }])

/** Who has been granted what is to go. @throws ApiError 400 where anybody has */
export const refuseGranted = (context: CallContext, message: string, granted: Standing): Promise<void> =>
  refuseObstacles(context, [{ message, kind: '@menu.holders', ...granted }])

/** The entries of a place in a menu, for a refusal: how many, and what the first are called. */
export async function entriesAt(
  context: CallContext,
  tx: Tx,
  at: { parentId: string } | { systemId: string },
): Promise<Standing> {
  const rows = await tx
    .selectFrom('menu')
    .select('full_name')
    .select(sql<number>`count(*) over ()`.as('count'))
    .$if('parentId' in at, (all) => all.where('parent_id', '=', 'parentId' in at ? at.parentId : ''))
    .$if('systemId' in at, (all) => all.where('system_id', '=', 'systemId' in at ? at.systemId : ''))
    .orderBy('sort_code')
    .orderBy('id')
    .limit(NAMED_OBSTACLES)
    .execute()
  return {
    count: Number(rows[0]?.count ?? 0),
    named: rows.map(({ full_name }) => {
      const name = context.text((full_name as { text: Text }).text)
      return { name, page: 'system.menu', keyword: name } as const
    }),
  }
}

/**
 * Who has been granted an entry, a system or one code of an entry: permission groups, and people, roles and positions by
 * their own sets.
 */
export async function grantedTo(
  context: CallContext,
  tx: Db | Tx,
  kind: GrantKind | 'any',
  id: string,
  code?: string,
): Promise<Standing> {
  const { rows } = await sql<{ name: string | null; subject: Subject; subject_id: string; count: number }>`
    select case when permission_set.kind = 'group' then full_name end as name, subject, subject_id,
      count(*) over () as count
    from permission_set
    left join permission_member on permission_member.set_id = permission_set.id and permission_set.kind = 'own'
    where permission_set.id in (
      select set_id from permission_grant where menu_id = ${id} and ${kind === 'any' ? sql`kind <> 'system'` : sql`kind = ${kind}`}
        and ${code === undefined ? sql`true` : sql`code = ${code}`})
    order by permission_set.kind, permission_set.id limit ${NAMED_OBSTACLES}`.execute(tx)
  const own = rows.filter(({ name }) => name === null)
  const names = await namesOf(
    context,
    tx,
    own.map(({ subject, subject_id }) => [subject, subject_id] as const),
  )
  return {
    count: Number(rows[0]?.count ?? 0),
    named: rows.map((row) => {
      const name = row.name ?? names.get(`${row.subject} ${row.subject_id}`) ?? row.subject_id
      return { name, page: row.name === null ? PAGE_OF[row.subject] : 'permission.authorize', keyword: name }
    }),
  }
}

/** How many sets have been granted each code of a kind of an entry. */
export async function grantCounts(
  db: Db,
  kind: GrantKind,
  menuId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('permission_grant')
    .select(['code', sql<number>`count(*)`.as('count')])
    .where('menu_id', '=', menuId)
    .where('kind', '=', kind)
    .groupBy('code')
    .execute()
  return new Map(rows.map(({ code, count }) => [code, Number(count)]))
}

/** What has been granted of entries and systems; who enables one gives it again. */
export async function grantsAt(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('permission_grant')
    .select(['kind', 'menu_id', 'code'])
    .distinct()
    .where(sql<boolean>`menu_id = any(${[...ids]}::text[])`)
    .execute()
}

/** After a write: nobody could undo it who can no more reach the page that menus are managed on. @throws ApiError 400 */
export async function refuseLosingItself(tx: Tx): Promise<void> {
  const { rows } = await sql<{ isReached: boolean }>`
    with recursive way as (
      select id, parent_id, is_enabled, system_id from menu where en_code = ${OWN_ENTRY} and url_address <> ''
      union select above.id, above.parent_id, above.is_enabled, above.system_id
      from menu above join way on above.id = way.parent_id
    )
    select coalesce(bool_and(way.is_enabled and system.is_enabled and way.system_id = ${MAIN_SYSTEM}), true) as "isReached"
    from way left join system on system.id = way.system_id`.execute(tx)
  if (rows[0]?.isReached === false) throw new ApiError(CODE.badRequest, '@menu.keepsItself')
}
