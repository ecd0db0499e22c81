import { asksPlace } from '@runtime/permission/reach'
import {
  bareOf,
  type DataScheme,
  FIXED_SCHEMES,
  type FixedScheme,
  type Principal,
} from '@runtime/permission/scope'
import { type Migration, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'

/** A scheme that says which records of a menu entry's model its holders reach (administration §2.3). */
export interface DataSchemeTable {
  id: string
  menu_id: string
  /** What grants of the kind `data` name. */
  en_code: string
  full_name: string
  kind: 'units' | 'custom'
  units: string[]
  match_logic: string
  condition: unknown
  version: number
}

declare module '../../../database/schema' {
  interface Database {
    data_scheme: DataSchemeTable
  }
}

const isFixed = (code: string): code is FixedScheme => (FIXED_SCHEMES as readonly string[]).includes(code)

/** The schemes that codes of a menu entry name; a code that names none gives nothing. */
export async function schemesOf(
  db: Db | Tx,
  menuId: string,
  codes: ReadonlySet<string>,
): Promise<readonly DataScheme[]> {
  const fixed = [...codes].filter(isFixed).map((kind): DataScheme => ({ kind }))
  const made = [...codes].filter((code) => !isFixed(code))
  if (made.length === 0 || codes.has('all')) return fixed
  const rows = await db
    .selectFrom('data_scheme')
    .select(['kind', 'units', 'match_logic', 'condition'])
    .where('menu_id', '=', menuId)
    .where(isAnyOf('en_code', made))
    .execute()
  return [...fixed, ...rows.map(schemeOf)]
}

/** The schemes of a menu entry that test fields. */
export async function customSchemesOf(db: Db | Tx, menuId: string): Promise<readonly DataScheme[]> {
  const rows = await db
    .selectFrom('data_scheme')
    .select(['kind', 'units', 'match_logic', 'condition'])
    .where('menu_id', '=', menuId)
    .where('kind', '=', 'custom')
    .execute()
  return rows.map(schemeOf)
}

/** A scheme as it is judged. */
export function schemeOf({
  kind,
  units,
  match_logic,
  condition,
}: Pick<DataSchemeTable, 'kind' | 'units' | 'match_logic' | 'condition'>): DataScheme {
  return kind === 'units' ? { kind, units } : { kind, matchLogic: match_logic, conditionJson: condition }
}

/** A person as far as schemes ask: where they stand is looked up for those that need it. */
export async function principalFor(
  db: Db | Tx,
  userId: string,
  schemes: readonly DataScheme[],
): Promise<Principal> {
  return schemes.some(asksPlace) ? principalOf(db, userId) : bareOf(userId)
}

/**
 * Where a person stands: one statement. Units that are disabled give nothing. A head manages all below their unit, a layered
 * administrator what they see of it.
 */
export async function principalOf(db: Db | Tx, userId: string): Promise<Principal> {
  const { rows } = await sql<Omit<Principal, 'userId'>>`
    with recursive below as (
      select id from user_account where manager_id = ${userId}
      union select person.id from user_account person join below on person.manager_id = below.id
    ), own as materialized (
      select unit.id, unit.company_id from user_organize join organize unit on unit.id = organize_id
      where user_id = ${userId} and unit.enabled_mark = 1
    ), managing as materialized (
      select unit.id, given.itself, given.below from (
        select organize_id, 'select' = any(this_layer) as itself, 'select' = any(sub_layer) as below
        from layered_unit where user_id = ${userId}
        union all select id, true, true from organize where manager_id = ${userId}
      ) given join organize unit on unit.id = organize_id where unit.enabled_mark = 1
    ), managed as materialized (select distinct id from managing where itself)
    select array(select id from below) as "subordinateIds",
      array(select id from own) as departments,
      array(select id from organize where path && array(select id from own)) as "departmentsBelow",
      array(select distinct company_id from own) as companies,
      array(select id from organize where path && array(select company_id from own)) as "companiesBelow",
      array(select id from managed) as managed,
      array(
        select id from managed
        union select unit.id from organize unit cross join lateral unnest(unit.path) as above(id)
          join managing on managing.id = above.id where managing.below and above.id <> unit.id
      ) as "managedBelow"`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A query without a table has a row.')
  return { userId, ...found }
}

export const schemeMigrations: Readonly<Record<string, Migration>> = {
  'users-003-data-schemes': {
    async up(db) {
      await sql`
        create table data_scheme (
          id text primary key,
          menu_id text not null,
          en_code text not null,
          full_name text not null,
          kind text not null check (kind in ('units', 'custom')),
          units text[] not null default '{}',
          match_logic text not null default 'and',
          condition jsonb not null default '[]',
          version int not null default 1,
          constraint data_scheme_code unique (menu_id, en_code)
        )`.execute(db)
      // What a scheme gives is part of what people may do: whoever is asked afterwards goes by the new one.
      await sql`
        create constraint trigger authority_rows after insert or delete on data_scheme
        deferrable initially deferred for each row execute function raise_authority_epoch()`.execute(db)
      await sql`
        create constraint trigger authority_values after update on data_scheme
        deferrable initially deferred for each row when (old.* is distinct from new.*)
        execute function raise_authority_epoch()`.execute(db)
    },
  },
  // Where people stand is kept with what they may do: whatever else `principalOf` reads raises the epoch too.
  'users-008-places': {
    async up(db) {
      for (const [table, column] of [
        ['user_account', 'manager_id'],
        ['organize', 'company_id'],
      ] as const)
        await sql`
          create constraint trigger authority_place after update on ${sql.table(table)}
          deferrable initially deferred for each row
          when (old.${sql.ref(column)} is distinct from new.${sql.ref(column)})
          execute function raise_authority_epoch()`.execute(db)
    },
  },
}
