import { type Selectable, sql } from 'kysely'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { keepMatches, nest, without } from '../../dictionary/tree'
import { demandUnit, unitsFor } from '../../permission/layered/scope'
import { countPeople, namedInfo, timesOf } from '../change'
import { grow, nodeOf, type PeopleNode } from '../nodes'
import type { OrganizeTable } from '../tables'
import { companyDataOf } from './company'

/** What the wire has as the parent of a unit at the top. */
export const NO_PARENT = '-1'

export type UnitRow = Selectable<OrganizeTable> & { readonly manager_name: string | null }
export type Unit = ReturnType<typeof unitOf>
export type Category = OrganizeTable['category']

/** All units in the order in which trees show them. */
export async function allUnits(db: Db | Tx): Promise<UnitRow[]> {
  return selectUnits(db)
    .orderBy('organize.sort_code')
    .orderBy('organize.created_at')
    .orderBy('organize.id')
    .execute()
}

export async function findUnit(db: Db | Tx, id: string, category?: Category): Promise<Unit | undefined> {
  const row = await selectUnits(db).where('organize.id', '=', id).executeTakeFirst()
  return row && (!category || row.category === category) ? unitOf(row) : undefined
}

export async function readUnit(
  context: CallContext,
  id: string,
  category: Category,
  db: Db | Tx = context.db,
): Promise<Unit> {
  const unit = await findUnit(db, id, category)
  if (!unit) throw notFound()
  await demandUnit(context, id, 'select', db)
  return unit
}

/** A company with all that is known of it. */
export async function readCompany(context: CallContext, id: string, db: Db | Tx = context.db) {
  const unit = await readUnit(context, id, 'company', db)
  return { ...unit, propertyJson: JSON.stringify(await companyDataOf(db, id)) }
}

/** The administrator's table: companies and departments with how many people belong to each. */
export async function unitTable(
  context: CallContext,
  keyword: string | undefined,
  category: Category | undefined,
) {
  const { db } = context
  const open = await unitsFor(context, 'select')
  const [rows, people] = await Promise.all([allUnits(db), countPeople(db, 'user_organize', 'organize_id')])
  const units = rows
    .filter((row) => (!category || row.category === category) && (open?.includes(row.id) ?? true))
    .map((row) => ({ ...unitOf(row), userCount: people.get(row.id) ?? 0 }))
  return nest(keepMatches(units, keyword))
}

/** What a tree of units is made of and how. */
export interface TreeWish {
  /** This unit and what is below it are left out: where a unit's own parent is chosen. */
  readonly except?: string
  readonly keyword?: string | undefined
  readonly category?: Category | undefined
  /** 1: below one node that stands for the top. */
  readonly top?: number | undefined
}

/** Units to choose from as a tree. */
export async function unitTree(context: CallContext, wish: TreeWish = {}): Promise<PeopleNode[]> {
  return treeOf(context, await allUnits(context.db), wish)
}

/** The same beside what stands in them: whose administration is bounded sees its own units, as their lists show these alone. */
export async function seenTree(context: CallContext): Promise<PeopleNode[]> {
  const open = await unitsFor(context, 'select')
  return open === null ? unitTree(context) : permittedTree(context)
}

/**
 * The same as far as the caller may choose: the units the caller belongs to or manages, and what is below them. What is
 * above them is shown for its place alone.
 */
export async function permittedTree(context: CallContext, wish: TreeWish = {}): Promise<PeopleNode[]> {
  const rows = await allUnits(context.db)
  const permitted = await permittedUnits(context, rows)
  const shown = new Set(rows.flatMap((row) => (permitted.has(row.id) ? row.path : [])))
  const visible = rows.filter((row) => shown.has(row.id))
  return treeOf(context, visible, wish, (id) => permitted.has(id))
}

/** Ids of the units among which the caller may choose. */
export async function permittedUnits(
  context: CallContext,
  rows: readonly Pick<UnitRow, 'id' | 'path' | 'manager_id'>[],
): Promise<ReadonlySet<string>> {
  const { db, user } = context
  const open = await unitsFor(context, 'select')
  if (open) return new Set(open)
  if (user.isAdministrator) return new Set(rows.map((row) => row.id))
  const own = await db
    .selectFrom('user_organize')
    .select('organize_id')
    .where('user_id', '=', user.userId)
    .execute()
  const roots = new Set(own.map((row) => row.organize_id))
  for (const row of rows) if (row.manager_id === user.userId) roots.add(row.id)
  return new Set(rows.filter((row) => row.path.some((id) => roots.has(id))).map((row) => row.id))
}

/** The given units, nested where the one above is given too. */
export async function givenUnits(
  db: Db,
  refs: readonly OrganizeRef[],
  keyword: string | undefined,
): Promise<PeopleNode[]> {
  const ids = new Set(refs.map(unitIdOf))
  const rows = (await allUnits(db)).filter((row) => ids.has(row.id))
  return grow(keepMatches(rows.map(searchable), keyword).map((row) => unitNode(row)))
}

/** A unit by its id, or by the path of ids under which a picker keeps it. */
export type OrganizeRef = string | readonly string[]

export function unitIdOf(ref: OrganizeRef): string {
  return typeof ref === 'string' ? ref : (ref.at(-1) ?? '')
}

/** A unit as a node; `permitted: false` shows it for its place alone. */
export function unitNode(row: UnitRow, permitted = true): PeopleNode {
  return nodeOf({
    id: row.id,
    parentId: row.parent_id ?? '0',
    fullName: row.full_name,
    enCode: row.en_code,
    type: row.category,
    organize: row.path_name,
    organizeIds: row.path,
    enabledMark: row.enabled_mark,
    disabled: !permitted || row.enabled_mark === 0,
  })
}

function treeOf(
  context: CallContext,
  rows: readonly UnitRow[],
  { except = '0', keyword, category, top }: TreeWish,
  isPermitted: (id: string) => boolean = () => true,
): PeopleNode[] {
  const wanted = rows.filter((row) => !category || row.category === category).map(searchable)
  const rest = except === '0' ? wanted : without(wanted, except)
  const tree = grow(keepMatches(rest, keyword).map((row) => unitNode(row, isPermitted(row.id))))
  return top === 1 ? [topNode(context, tree)] : tree
}

function topNode(context: CallContext, tree: PeopleNode[]): PeopleNode {
  const name = context.text('@people.top')
  return nodeOf({
    id: NO_PARENT,
    fullName: name,
    type: 'top',
    organize: name,
    organizeIds: [NO_PARENT],
    hasChildren: tree.length > 0,
    children: tree.map((node) => ({ ...node, parentId: NO_PARENT })),
  })
}

const searchable = (row: UnitRow) => ({
  ...row,
  parentId: row.parent_id ?? NO_PARENT,
  fullName: row.full_name,
  enCode: row.en_code,
})

function selectUnits(db: Db | Tx) {
  return db
    .selectFrom('organize')
    .leftJoin('user_account', 'user_account.id', 'organize.manager_id')
    .selectAll('organize')
    .select('user_account.real_name as manager_name')
}

function unitOf(row: UnitRow) {
  return {
    ...namedInfo(row),
    parentId: row.parent_id ?? NO_PARENT,
    category: row.category,
    managerId: row.manager_id ?? '',
    managerName: row.manager_name ?? '',
    organize: row.path_name,
    organizeIds: row.path,
    version: row.version,
    ...timesOf(row),
  }
}

/** The units directly below one, or with `0` at the top, and whether units or people stand in each. */
export async function unitsBelow(db: Db, id: string): Promise<PeopleNode[]> {
  const rows = await selectUnits(db)
    .where('organize.parent_id', id === '0' ? 'is' : '=', id === '0' ? null : id)
    .select(
      sql<boolean>`
        exists(select from organize below where below.parent_id = organize.id) or exists(
          select from user_organize join user_account person on person.id = user_id
          where organize_id = organize.id and person.status = 1)`.as('is_filled'),
    )
    .orderBy('organize.sort_code')
    .orderBy('organize.created_at')
    .orderBy('organize.id')
    .execute()
  return rows.map((row) => ({ ...unitNode(row), hasChildren: row.is_filled, isLeaf: !row.is_filled }))
}

/** Units by their ids, disabled ones too. */
export async function findUnitNodes(
  db: Db,
  ids: readonly string[],
  category?: Category,
): Promise<PeopleNode[]> {
  let rows = selectUnits(db).where(sql<boolean>`organize.id = any(${[...ids]})`)
  if (category) rows = rows.where('organize.category', '=', category)
  return (await rows.execute()).map((row) => unitNode(row))
}
