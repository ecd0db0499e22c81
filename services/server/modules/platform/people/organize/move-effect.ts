import type { Text } from '@runtime/text'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db } from '../../../../module'
import { demandBelowUnit, unitsFor } from '../../permission/layered/scope'
import { findUnit, NO_PARENT } from './units'

/** People and things that are named of each kind; how many there are is said of all. */
const NAMED = 8

interface Named {
  readonly count: number
  readonly names: string[]
}

/**
 * Whom and what it touches when a unit is put below another one: who stands in it, and what units above it give and take that
 * are above it no more, or newly. The same right as moving it.
 */
export async function moveEffect(context: CallContext, id: string, parentId: string) {
  const { db } = context
  const next = parentId === NO_PARENT ? null : parentId
  await demandBelowUnit(context, next, 'add')
  const [unit, parent] = await Promise.all([findUnit(db, id), next === null ? null : findUnit(db, next)])
  if (!unit || parent === undefined) throw notFound()
  const was = unit.organizeIds.slice(0, -1)
  const is = parent?.organizeIds ?? []
  const open = await unitsFor(context, 'select')
  const [people, positions, roles, companyFrom, companyTo, lost, gained] = await Promise.all([
    peopleAmong(db, open, sql`select user_id from user_organize where organize_id in (${below(id)})`),
    countOf(db, sql`select id from position where organize_id in (${below(id)})`),
    rolesLost(
      context,
      id,
      was.filter((one) => !is.includes(one)),
    ),
    companyAmong(db, was),
    companyAmong(db, is),
    effectOf(
      db,
      open,
      was.filter((one) => !is.includes(one)),
    ),
    effectOf(
      db,
      open,
      is.filter((one) => !was.includes(one)),
    ),
  ])
  return {
    ...{ from: was.length === 0 ? context.text('@people.top') : await pathName(db, was) },
    ...{ to: parent?.organize ?? context.text('@people.top') },
    ...{ people, positions, roles, lost, gained },
    // A company moves with its own people's company unchanged.
    companyFrom: unit.category === 'company' ? '' : companyFrom,
    companyTo: unit.category === 'company' ? '' : companyTo,
  }
}

const below = (id: string) => sql`select id from organize where path @> array[${id}]::text[]`

/** What units give for what stands below them: permission groups, their administrators, the records of it. */
async function effectOf(db: Db, open: readonly string[] | null, units: readonly string[]) {
  const among = sql`any(${[...units]}::text[])`
  const [groups, administrators, viewers] = await Promise.all([
    namedOf(
      db,
      sql`select distinct coalesce(nullif(permission_set.full_name, ''), organize.full_name) as name
        from permission_member given join permission_set on permission_set.id = given.set_id
        join organize on organize.id = given.subject_id
        where given.subject = 'organize' and given.below and permission_set.enabled_mark = 1
          and given.subject_id = ${among}`,
    ),
    peopleAmong(
      db,
      open,
      sql`select user_id from layered_unit where sub_layer <> '{}' and organize_id = ${among}`,
    ),
    peopleAmong(
      db,
      open,
      sql`select own.user_id from user_organize own join organize unit on unit.id = own.organize_id
        join permission_held held on held.user_id = own.user_id
        join permission_grant on permission_grant.set_id = held.set_id and permission_grant.kind = 'data'
        where (permission_grant.code = 'departmentAndBelow' and own.organize_id = ${among})
          or (permission_grant.code = 'organizeAndBelow' and unit.company_id = ${among})
        union select managing.user_id from (
          select user_id, organize_id from layered_unit where 'select' = any(sub_layer)
          union all select manager_id, id from organize where enabled_mark = 1
        ) managing
        join permission_held held on held.user_id = managing.user_id
        join permission_grant on permission_grant.set_id = held.set_id and permission_grant.kind = 'data'
        where permission_grant.code = 'managedAndBelow' and managing.organize_id = ${among}`,
    ),
  ])
  return { groups, administrators, viewers }
}

/** Roles that people of a unit have because it is below one of the units, and that are for nobody in it afterwards. */
async function rolesLost({ db, text }: CallContext, id: string, units: readonly string[]): Promise<Named> {
  const { rows } = await sql<{ name: string }>`
    select distinct role.full_name as name from role
    join role_organize bound on bound.role_id = role.id and bound.organize_id = any(${[...units]}::text[])
    join user_role has on has.role_id = role.id
    join user_organize own on own.user_id = has.user_id and own.organize_id in (${below(id)})
    where not role.is_global order by 1`.execute(db)
  const names = rows.map(({ name }) => text(JSON.parse(name) as Text))
  return { count: names.length, names: names.slice(0, NAMED) }
}

/** Enabled people: how many, and the names of the first whom the caller sees. */
async function peopleAmong(db: Db, open: readonly string[] | null, ids: RawBuilder<unknown>): Promise<Named> {
  const seen = open
    ? sql`id in (select user_id from user_organize where organize_id = any(${[...open]}::text[]))`
    : sql`true`
  const { rows } = await sql<Named>`
    with touched as (
      select id, real_name as name, sort_code, account from user_account where status = 1 and id in (${ids})
    )
    select (select count(*) from touched) as count, array(
      select name from touched where ${seen} order by sort_code, account limit ${NAMED}) as names`.execute(db)
  return rows[0] ?? { count: 0, names: [] }
}

async function namedOf(db: Db, names: RawBuilder<unknown>): Promise<Named> {
  const { rows } = await sql<{ count: number; name: string }>`
    select count(*) over () as count, name from (${names}) named order by name limit ${NAMED}`.execute(db)
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) }
}

async function countOf(db: Db, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${ids}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

async function pathName(db: Db, path: readonly string[]): Promise<string> {
  return (await findUnit(db, path.at(-1) ?? ''))?.organize ?? ''
}

/** The name of the nearest company on a path; empty: none. */
async function companyAmong(db: Db, path: readonly string[]): Promise<string> {
  const last = path.at(-1)
  if (last === undefined) return ''
  const row = await db
    .selectFrom('organize')
    .innerJoin('organize as company', 'company.id', 'organize.company_id')
    .select('company.full_name')
    .where('organize.id', '=', last)
    .executeTakeFirst()
  return row?.full_name ?? ''
}
