import { type Nested, nest } from '@runtime/list/nest'
import type { Named } from '@runtime/widget/named'
import { AREA_ROOT, type areaCalls } from '@services/contract/areas/platform/area'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { toggleEnabled } from '../../../database/enabled'
import { holdsKeyword } from '../../../database/search'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import { obstaclesOf, refuseObstacles } from '../../../http/obstacles'
import type { CallContext, Db, Tx } from '../../../module'
import type { AreaTable } from './tables'

type AreaInput = InputOf<(typeof areaCalls)['area.create']>

const BROKEN: Readonly<Record<string, Broken>> = {
  area_pkey: { path: 'enCode', message: '@area.codeTaken' },
  area_code: { path: 'enCode', message: '@area.codeTaken' },
}

/** Most areas that a keyword finds at once. */
const FOUND = 200
/** The deepest level: towns and streets. */
const DEEPEST = 3

const COLUMNS = [
  'id',
  'parent_id',
  'full_name',
  'en_code',
  'level',
  'sort_code',
  'enabled_mark',
  'description',
  'version',
] as const
type Row = Pick<Selectable<AreaTable>, (typeof COLUMNS)[number]>

const hasChildren = sql<boolean>`exists (select from area as child where child.parent_id = area.id)`.as(
  'has_children',
)
const hasEnabledChildren = sql<boolean>`exists (
  select from area as child where child.parent_id = area.id and child.enabled_mark = 1)`.as('has_children')

/** An area as the table of them shows it. */
interface Listed extends ReturnType<typeof areaOf> {
  readonly isLeaf: boolean
  readonly children?: Listed[]
}

/** What lies directly below a node; with a keyword, all below it that holds the word, and what lies on the way to it. */
export async function listAreas(db: Db, nodeId: string, keyword?: string): Promise<Listed[]> {
  const isSearch = Boolean(keyword?.trim())
  const rows = await db
    .selectFrom('area')
    .select([...COLUMNS, hasChildren])
    .where(
      isSearch ? sql<boolean>`id in ${holdingBelow(nodeId, keyword)}` : sql<boolean>`parent_id = ${nodeId}`,
    )
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
  const listed = rows.map((row) => ({ ...areaOf(row), isLeaf: !row.has_children }))
  return nest(
    listed,
    ({ id }) => id,
    ({ parentId }) => parentId,
  ).map(branchOf)
}

function branchOf({ row, children }: Nested<Listed>): Listed {
  return children.length === 0 ? row : { ...row, children: children.map(branchOf) }
}

/**
 * Ids of areas that hold a word and from which a way leads up to the node, those of the upper levels first, and of the areas
 * on that way: few are climbed from, instead of all descended to.
 */
function holdingBelow(nodeId: string, keyword: string | undefined) {
  return sql<string>`(
    with recursive way(id, level, parent_id) as (
      select id, level, parent_id from area where ${holdsKeyword(keyword, 'full_name', 'en_code')}
      union all
      select way.id, way.level, area.parent_id
      from way join area on area.id = way.parent_id where way.parent_id <> ${nodeId}
    ), found as (
      select id from way where parent_id = ${nodeId} order by level, id limit ${FOUND}
    ), above(id, parent_id) as (
      select area.id, area.parent_id from found join area on area.id = found.id
      union
      select area.id, area.parent_id
      from above join area on area.id = above.parent_id where above.parent_id <> ${nodeId}
    ) select id from above)`
}

/** Enabled nodes directly below a node, as a tree opens them. */
export async function childAreas(db: Db, parentId: string, without: string, keyword?: string) {
  const rows = await db
    .selectFrom('area')
    .select(['id', 'full_name as fullName', hasEnabledChildren])
    .where('parent_id', '=', parentId)
    .where('id', '!=', without)
    .where('enabled_mark', '=', 1)
    .where(holdsKeyword(keyword, 'full_name', 'en_code'))
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
  return rows.map(({ id, fullName, has_children }) => ({ id, fullName, isLeaf: !has_children }))
}

/** Names by id; the place of each is in `data`, so that a path can be told from a heap of ids. */
export async function namedAreas(db: Db, ids: readonly string[]): Promise<readonly Named[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('area')
    .select(['id', 'full_name', 'parent_id', 'level'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.full_name,
    data: { id: row.id, fullName: row.full_name, parentId: row.parent_id, level: row.level },
  }))
}

/** The names along paths of ids, an empty one for what is no area. */
export async function namesOfPaths(db: Db, paths: readonly (readonly string[])[]): Promise<string[][]> {
  const names = new Map((await namedAreas(db, [...new Set(paths.flat())])).map(({ id, text }) => [id, text]))
  return paths.map((path) => path.map((id) => names.get(id) ?? ''))
}

export async function areaById(db: Db | Tx, id: string) {
  const row = await db.selectFrom('area').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return areaOf(row)
}

/** An area with the names of those that it lies in, from the province down. */
export async function areaWithParents(db: Db | Tx, id: string) {
  const area = await areaById(db, id)
  const { rows } = await sql<{ full_name: string }>`
    with recursive above(full_name, level, parent_id) as (
      select full_name, level, parent_id from area where id = ${area.parentId}
      union
      select area.full_name, area.level, area.parent_id from above join area on area.id = above.parent_id
    ) select full_name from above order by level`.execute(db)
  return { ...area, parentName: rows.map((row) => row.full_name).join('/') }
}

export async function createArea(context: CallContext, input: AreaInput): Promise<{ id: string }> {
  const id = input.enCode.trim()
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const level = await levelBelow(tx, context, input.parentId)
      await tx
        .insertInto('area')
        .values({ id, parent_id: input.parentId, level, ...columnsOf(input), updated_at: null })
        .execute()
      await context.audit({ action: 'area.create', target: id, after: await areaById(tx, id) }, tx)
    }),
  )
  return { id }
}

/** Changes an area. It stays where it is: paths with it are stored in records. */
export async function updateArea(context: CallContext, id: string, input: AreaInput): Promise<void> {
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await areaById(tx, id)
      await demandVersion(tx, 'area', id, input.version, () => areaWithParents(tx, id))
      if (input.parentId !== before.parentId) throw at('parentId', '@area.staysInPlace', context)
      await tx
        .updateTable('area')
        .set({ ...columnsOf(input), updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await context.audit({ action: 'area.update', target: id, before, after: await areaById(tx, id) }, tx)
    }),
  )
}

export async function deleteArea(context: CallContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await areaById(tx, id)
    // Whoever adds one below locks the parent too.
    await tx.selectFrom('area').select('id').where('id', '=', id).forUpdate().execute()
    await refuseObstacles(
      context,
      await obstaclesOf(tx, [
        {
          ...{ message: '@area.hasChildren', kind: '@area.areas' },
          rows: sql`select full_name as name, en_code as keyword from area where parent_id = ${id}`,
        },
      ]),
    )
    await tx.deleteFrom('area').where('id', '=', id).execute()
    await context.audit({ action: 'area.delete', target: id, before }, tx)
  })
}

export function toggleArea(context: CallContext, id: string): Promise<void> {
  return toggleEnabled(context, 'area', id, 'area.setState')
}

function areaOf(row: Row) {
  return {
    id: row.id,
    parentId: row.parent_id,
    fullName: row.full_name,
    enCode: row.en_code,
    level: row.level,
    sortCode: row.sort_code,
    enabledMark: row.enabled_mark,
    description: row.description,
    version: row.version,
  }
}

function columnsOf(input: AreaInput) {
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

async function levelBelow(tx: Tx, context: CallContext, parentId: string): Promise<number> {
  if (parentId === AREA_ROOT) return 0
  const parent = await tx
    .selectFrom('area')
    .select('level')
    .where('id', '=', parentId)
    .forShare()
    .executeTakeFirst()
  if (!parent || parent.level >= DEEPEST) throw at('parentId', '@area.parentGone', context)
  return parent.level + 1
}

function at(path: string, message: string, context: CallContext): ApiError {
  return new ApiError(CODE.badRequest, message, { errors: [{ path, message: context.text(message) }] })
}
