import { type Migration, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import type { Held } from './held'
import type { Grant } from './sets'
import type { GrantKind } from './tables'

/** What a person may do: the union of what their sets grant, as it stood at an epoch. */
export interface Authority {
  readonly epoch: number
  readonly isAdministrator: boolean
  /** Ids of the person's sets, in order. */
  readonly sets: readonly string[]
  has(kind: GrantKind, menuId: string, code?: string): boolean
  /** Codes of a kind that are granted under a menu entry. */
  codesOf(kind: GrantKind, menuId: string): ReadonlySet<string>
}

/**
 * Whether somebody who may this gives no more by a grant than they have: the same, or of a model's records where they reach
 * all; everybody reaches their own.
 */
export function covers(own: Authority, { kind, menu_id, code }: Grant): boolean {
  if (own.isAdministrator || own.has(kind, menu_id, code)) return true
  return kind === 'data' && (code === 'own' || own.has('data', menu_id, 'all'))
}

interface Row {
  readonly epoch: number
  readonly isAdministrator: boolean
  readonly sets: readonly string[]
  /** `kind`, `menu_id`, `code`. */
  readonly grants: readonly (readonly [GrantKind, string, string])[]
}

/**
 * A person's sets and what they grant, in one snapshot. A function, whose plan is kept: what the statement takes with 200 roles is
 * mostly its planning. The grants are found by the list of the sets: of a join the planner, who takes a person for somebody with
 * one set, reads all grants there are for each.
 */
const AUTHORITY_OF = `
  create function authority_of(person text)
  returns table (epoch bigint, is_administrator boolean, sets text[], grants json) language plpgsql stable as $$
  #variable_conflict use_column
  begin
    return query
    with held as materialized (select distinct set_id from permission_held where user_id = person)
    select authority_epoch.epoch,
      coalesce((select user_account.is_administrator and status = 1 from user_account where id = person), false),
      array(select set_id from held order by set_id),
      (select coalesce(json_agg(json_build_array(kind, menu_id, code)), '[]') from (
        select distinct kind, menu_id, code from permission_grant where set_id = any(array(select set_id from held))
      ) granted)
    from authority_epoch;
  end $$`

export const authorityMigrations: Readonly<Record<string, Migration>> = {
  'users-009-authority-of': {
    async up(db) {
      await sql.raw(AUTHORITY_OF).execute(db)
    },
  },
}

/** Asks for a person's sets and what they grant: one round trip. */
export async function readAuthority(db: Db | Tx, userId: string): Promise<Authority> {
  const { rows } = await sql<Row>`
    select epoch, is_administrator as "isAdministrator", sets, grants from authority_of(${userId})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The table authority_epoch is empty.')
  return authorityOf(row)
}

const NONE: ReadonlySet<string> = new Set()

function authorityOf({ epoch, isAdministrator, sets, grants }: Row): Authority {
  const granted = new Map<string, Set<string>>()
  for (const [kind, menuId, code] of grants) {
    const place = placeOf(kind, menuId)
    const codes = granted.get(place)
    if (codes) codes.add(code)
    else granted.set(place, new Set([code]))
  }
  const codesOf = (kind: GrantKind, menuId: string) => granted.get(placeOf(kind, menuId)) ?? NONE
  return {
    ...{ epoch, isAdministrator, sets },
    codesOf,
    has: (kind, menuId, code = '') => codesOf(kind, menuId).has(code),
  }
}

const placeOf = (kind: GrantKind, menuId: string) => `${kind}/${menuId}`

const NOTHING = sql<Held>`select null::text as user_id, null::text as what where false`

/**
 * Texts that differ when what a person may do or where they stand does, and what stands in the menu: of this also by when it was
 * written. Who has read it between a change and the one that took it back would else not hear of the second.
 */
export interface Digest {
  readonly own: string
  readonly menu: string
}

/**
 * By people's ids, in one statement for all of them.
 * @param watched statements of what people have beside what permission sets grant (`Holdings.watched`); administrators have all of it
 */
export async function readDigests(
  db: Db,
  userIds: readonly string[],
  watched: readonly RawBuilder<Held>[],
): Promise<{ readonly epoch: number; readonly digests: ReadonlyMap<string, Digest> }> {
  const { rows } = await sql<{ epoch: number; id: string | null; own: string; menu: string }>`
    with recursive below as (
      select manager_id as user_id, id from user_account where manager_id = any(${[...userIds]}::text[])
      union select below.user_id, person.id from user_account person join below on person.manager_id = below.id
    ), held as materialized (
      select distinct user_id, set_id from permission_held where user_id = any(${[...userIds]}::text[])
    ), content as materialized (
      select set_id, md5(string_agg(concat_ws('/', kind, menu_id, code), ',' order by menu_id, kind, code)) as hash
      from permission_grant where set_id in (select set_id from held) group by set_id
    ), menus as materialized (
      select md5(concat(
        (select string_agg(concat(menu.xmin, menu::text), ',' order by id) from menu),
        (select string_agg(concat(system.xmin, system::text), ',' order by id) from system))) as hash
    ), given as materialized (
      select user_id, string_agg(concat(held.set_id, content.hash), ',' order by held.set_id) as sets
      from held left join content using (set_id) group by user_id
    ), places as materialized (
      select user_id, string_agg(place, ',' order by place) as places from (
        select user_id, 'role' || role_id as place from user_role join role on role.id = role_id and role.enabled_mark = 1
        union all select user_id, 'position' || position_id from user_position
        union all select user_id, 'group' || group_id from user_group_member
        union all select user_id, concat('unit', array_to_string(path, '/'), ' of ', company_id)
          from user_organize join organize on organize.id = organize_id
        union all select user_id, 'leads' || id from below
        union all select manager_id, 'heads' || array_to_string(path, '/') from organize where enabled_mark = 1
        union all select user_id, concat('manages', array_to_string(path, '/'), this_layer::text, sub_layer::text)
          from layered_unit join organize on organize.id = organize_id and enabled_mark = 1
        union all select user_id, concat('may grant', module_ids::text, system_ids::text) from layered_administrator
      ) place where user_id = any(${[...userIds]}::text[]) group by user_id
    ), things as materialized (
      select user_id, string_agg(distinct what, ',' order by what) as things
      from (${sql.join([NOTHING, ...watched], sql` union all `)}) held
      where user_id = any(${[...userIds]}::text[]) group by user_id
    )
    select epoch, user_account.id, menus.hash as menu, md5(concat_ws('/', is_administrator, status, sets, places,
      case when not is_administrator then things end)) as own
    from authority_epoch cross join menus
    left join user_account on user_account.id = any(${[...userIds]}::text[])
    left join given on given.user_id = user_account.id
    left join places on places.user_id = user_account.id
    left join things on things.user_id = user_account.id`.execute(db)
  const digests = new Map(
    rows.flatMap(({ id, own, menu }) => (id === null ? [] : [[id, { own, menu }] as const])),
  )
  return { epoch: rows[0]?.epoch ?? 0, digests }
}
