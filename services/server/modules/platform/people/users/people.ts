import { type Expression, type SqlBool, sql } from 'kysely'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import type { CallContext, Db, Tx } from '../../../../module'
import { nodeOf, type PeopleNode } from '../nodes'
import { allUnits, type OrganizeRef, unitIdOf, unitNode, unitsBelow } from '../organize/units'

/** The person who is signed in, wherever a value means whoever that is (`spec/widgets.md §3`). */
export const CURRENT_USER = 'currentUser'
/** A list that is not asked for by page ends here; what is longer is searched or read by page. */
export const LONGEST_LIST = 10_000

/** What was asked of a list of people. */
export interface PeopleQuery {
  readonly keyword?: string | undefined
  readonly currentPage?: number | undefined
  readonly pageSize?: number | undefined
}

type Predicate = Expression<SqlBool>

/** One page of the enabled people who fit, in the order of their sort numbers and accounts. */
export async function peoplePage(db: Db, fits: Predicate, query: PeopleQuery) {
  const { keyword, currentPage = 1, pageSize = 20 } = query
  const rows = db
    .selectFrom('user_account')
    .where('user_account.status', '=', 1)
    .where(fits)
    .where(holdsKeyword(keyword, 'user_account.real_name', 'user_account.account'))
  const [{ total }, list] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    nodesOf(
      db,
      rows
        .select('user_account.id')
        .orderBy('user_account.sort_code')
        .orderBy(asRead('user_account.account'))
        .limit(pageSize)
        .offset((currentPage - 1) * pageSize),
    ),
  ])
  return { list, pagination: { currentPage, pageSize, total } }
}

/** All enabled people who fit, as far as one list may go. */
export async function peopleList(
  db: Db,
  fits: Predicate,
  keyword: string | undefined,
): Promise<{ list: PeopleNode[] }> {
  const { list } = await peoplePage(db, fits, { keyword, pageSize: LONGEST_LIST })
  return { list }
}

/** People by their ids, disabled ones too, in the order of the ids; unknown ones are left out. */
export async function peopleByIds(context: CallContext, ids: readonly string[]): Promise<PeopleNode[]> {
  const found = await nodesOf(context.db, sql<{ id: string }>`select unnest(${[...ids]}::text[]) as id`)
  const byId = new Map(found.map((node) => [node.id, node]))
  if (ids.includes(CURRENT_USER)) byId.set(CURRENT_USER, currentUserNode(context))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function currentUserNode({ text }: CallContext): PeopleNode {
  return nodeOf({ id: CURRENT_USER, fullName: text('@people.currentUser'), type: 'user' })
}

/** People below the units they belong to first. */
export async function peopleTree(db: Db, keyword: string | undefined): Promise<readonly PeopleNode[]> {
  const [units, { list }] = await Promise.all([allUnits(db), peopleList(db, everybody, keyword)])
  return [...units.map((row) => unitNode(row)), ...list]
}

/** What stands directly in a unit, or with `0` at the top: units, then the people who belong to it. */
export async function childrenOf(db: Db, id: string): Promise<PeopleNode[]> {
  const [units, people] = await Promise.all([unitsBelow(db, id), peopleDirectlyIn(db, id)])
  // A person of several units stands in each of them.
  return [...units, ...people.map((node) => ({ ...node, parentId: id, onlyId: `${id}_${node.id}` }))]
}

function peopleDirectlyIn(db: Db, id: string): Promise<PeopleNode[]> {
  const belongs =
    id === '0'
      ? sql<boolean>`not exists (select from user_organize where user_id = user_account.id)`
      : sql<boolean>`id in (select user_id from user_organize where organize_id = ${id})`
  return nodesOf(
    db,
    sql<{ id: string }>`select id from user_account where status = 1 and ${belongs} limit ${LONGEST_LIST}`,
  )
}

export const everybody: Predicate = sql<boolean>`true`

export const both = (one: Predicate, other: Predicate): Predicate => sql<boolean>`(${one} and ${other})`
export const isNot = (id: string): Predicate => sql<boolean>`user_account.id <> ${id}`

/** Who belongs to one of the units or to something below it. */
export function inUnits(refs: readonly OrganizeRef[]): Predicate {
  return sql<boolean>`user_account.id in (
    select user_id from user_organize join organize on organize.id = organize_id
    where organize.path && ${refs.map(unitIdOf)}::text[])`
}

/** Who holds one of the positions. */
export function holdsOneOf(ids: readonly string[]): Predicate {
  return sql<boolean>`user_account.id in (
    select user_id from user_position where position_id = any(${[...ids]}::text[]))`
}

/** Who has one of the roles. */
export function hasOneOf(ids: readonly string[]): Predicate {
  return sql<boolean>`user_account.id in (select user_id from user_role where role_id = any(${[...ids]}::text[]))`
}

function isMemberOfOneOf(ids: readonly string[]): Predicate {
  return sql<boolean>`user_account.id in (
    select user_id from user_group_member where group_id = any(${[...ids]}::text[]))`
}

export function isOneOf(ids: readonly string[]): Predicate {
  return sql<boolean>`user_account.id = any(${[...ids]}::text[])`
}

/** Whom a person manages, and whom these manage. */
export function isBelow(userId: string): Predicate {
  return sql<boolean>`user_account.id in (
    with recursive below as (
      select id from user_account where manager_id = ${userId}
      union select person.id from user_account person join below on person.manager_id = below.id
    ) select id from below)`
}

/** What people are narrowed down by. */
export interface Condition {
  readonly departIds?: readonly OrganizeRef[] | undefined
  readonly positionIds?: readonly string[] | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly groupIds?: readonly string[] | undefined
  readonly userIds?: readonly string[] | undefined
}

/** Who fits one of the conditions; nobody does when there is none. */
export function fitsOneOf(condition: Condition): Predicate {
  const { departIds = [], positionIds = [], roleIds = [], groupIds = [], userIds = [] } = condition
  // Only those that are given: the database finds its way better without the empty ones.
  const given = [
    ...(userIds.length > 0 ? [isOneOf(userIds)] : []),
    ...(departIds.length > 0 ? [inUnits(departIds)] : []),
    ...(positionIds.length > 0 ? [holdsOneOf(positionIds)] : []),
    ...(roleIds.length > 0 ? [hasOneOf(roleIds)] : []),
    ...(groupIds.length > 0 ? [isMemberOfOneOf(groupIds)] : []),
  ]
  return given.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(given, sql` or `)})`
}

/** Whose ids a query gives, as nodes in the order of the list of people. */
async function nodesOf(db: Db | Tx, ids: Expression<{ id: string }>): Promise<PeopleNode[]> {
  const rows = await db
    .selectFrom('user_account')
    .leftJoin('user_organize as own', (join) =>
      join.onRef('own.user_id', '=', 'user_account.id').on('own.sort', '=', 0),
    )
    .leftJoin('organize as unit', 'unit.id', 'own.organize_id')
    .select([
      'user_account.id',
      'user_account.account',
      'user_account.real_name',
      'user_account.head_icon',
      'user_account.status',
      'unit.id as unit_id',
      'unit.path',
      'unit.path_name',
    ])
    .where(sql<boolean>`user_account.id in (${ids})`)
    .orderBy('user_account.sort_code')
    .orderBy(asRead('user_account.account'))
    .execute()
  return rows.map((row) =>
    nodeOf({
      id: row.id,
      parentId: row.unit_id ?? '0',
      fullName: row.real_name,
      enCode: row.account,
      type: 'user',
      headIcon: row.head_icon,
      organize: row.path_name ?? '',
      organizeIds: row.path ?? [],
      enabledMark: row.status,
    }),
  )
}
