import { newId } from '@runtime/id'
import type { positionCalls } from '@services/contract/areas/platform/position'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { Broken } from '../../../../database/constraint'
import { inOrder, pageOf } from '../../../../database/page'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import { demandVersion } from '../../../../database/version'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import type { UnitAct } from '../../../../unit-right'
import { demandUnit, standsIn, unitsFor } from '../../permission/layered/scope'
import { create, namedColumns, namedInfo, refusal, remove, timesOf, update } from '../change'
import { isItemOf } from '../dictionary-item'
import { growPruned, matching, nodeOf, type PeopleNode } from '../nodes'
import { refuseHeldPosition } from '../obstacles'
import { allUnits, type OrganizeRef, unitIdOf, unitNode } from '../organize/units'

type PositionInput = InputOf<(typeof positionCalls)['position.create']>
type PositionQuery = InputOf<(typeof positionCalls)['position.list']>

/** The dictionary of the types of positions. */
const TYPES = 'positionType'

const BROKEN: Readonly<Record<string, Broken>> = {
  position_code: { path: 'enCode', message: '@people.codeTaken' },
  position_name: { path: 'fullName', message: '@people.positionNameTaken' },
  position_organize: { path: 'organizeId', message: '@people.unitGone' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  user_position_held: { message: '@people.positionHeld' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('position.full_name'),
  enCode: asRead('position.en_code'),
  sortCode: 'position.sort_code',
  creatorTime: 'position.created_at',
} as const

export async function listPositions(context: CallContext, query: PositionQuery) {
  const { keyword, organizeId } = query
  const open = await unitsFor(context, 'select')
  let rows = selectPositions(context.db).where(
    holdsKeyword(keyword, 'position.full_name', 'position.en_code'),
  )
  if (organizeId && organizeId !== '0') rows = rows.where(sql<boolean>`organize.path @> array[${organizeId}]`)
  if (open) rows = rows.where(sql<boolean>`position.organize_id = any(${[...open]}::text[])`)
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'position.sort_code', query)
      .orderBy('position.id')
      .select((from) =>
        from
          .selectFrom('user_position')
          .whereRef('user_position.position_id', '=', 'position.id')
          .where(standsIn(open, 'user_position.user_id'))
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('people'),
      ),
    query,
  )
  return {
    list: list.map((row) => ({
      ...positionOf(row),
      typeName: row.type_name ?? '',
      userCount: row.people ?? 0,
    })),
    pagination,
  }
}

/** Enabled positions below their units; with `units`, of these alone. */
export async function positionTree(
  db: Db,
  keyword?: string,
  units?: readonly OrganizeRef[],
): Promise<PeopleNode[]> {
  const wanted = units && new Set(units.map(unitIdOf))
  const nodes = (await positionNodes(db)).filter(
    (node) => node.enabledMark === 1 && (!wanted || wanted.has(node.parentId)),
  )
  return belowUnits(db, matching(nodes, keyword))
}

/** The given positions below their units, disabled ones too. */
export async function givenPositions(
  db: Db,
  ids: readonly string[],
  keyword: string | undefined,
): Promise<PeopleNode[]> {
  return belowUnits(db, matching(await positionNodes(db, ids), keyword))
}

export async function allPositions(db: Db): Promise<PeopleNode[]> {
  return (await positionNodes(db)).filter((node) => node.enabledMark === 1)
}

/** Positions as nodes in their order, each below its unit. */
export async function positionNodes(db: Db, ids?: readonly string[]): Promise<PeopleNode[]> {
  let rows = selectPositions(db)
  if (ids) rows = rows.where(sql<boolean>`position.id = any(${[...ids]})`)
  const found = await rows.orderBy('position.sort_code').orderBy('position.id').execute()
  return found.map((row) =>
    nodeOf({
      id: row.id,
      parentId: row.organize_id,
      fullName: row.full_name,
      enCode: row.en_code,
      type: 'position',
      organize: row.path_name,
      organizeIds: row.path,
      enabledMark: row.enabled_mark,
    }),
  )
}

export async function readPosition(context: CallContext, id: string, db: Db | Tx = context.db) {
  const found = await findPosition(db, id)
  if (!found) throw notFound()
  await demandUnit(context, found.organizeId, 'select', db)
  return found
}

export async function createPosition(context: CallContext, input: PositionInput): Promise<{ id: string }> {
  const id = newId()
  await create(context, {
    action: 'position.create',
    id,
    broken: BROKEN,
    read: (tx) => findPosition(tx, id),
    async write(tx) {
      await demandUnit(context, input.organizeId, 'add', tx)
      await tx
        .insertInto('position')
        .values({ id, ...(await columnsOf(context, tx, input)), updated_at: null })
        .execute()
    },
  })
  return { id }
}

export function updatePosition(context: CallContext, id: string, input: PositionInput): Promise<void> {
  return update(context, {
    action: 'position.update',
    id,
    broken: BROKEN,
    read: (tx) => findPosition(tx, id),
    async write(tx) {
      await demandPosition(context, tx, id, 'edit', input.organizeId)
      await demandVersion(tx, 'position', id, input.version, () => readPosition(context, id, tx))
      await tx
        .updateTable('position')
        .set({ ...(await columnsOf(context, tx, input)), updated_at: new Date() })
        .where('id', '=', id)
        .execute()
    },
  })
}

export function deletePosition(context: CallContext, id: string): Promise<void> {
  return remove(context, {
    action: 'position.delete',
    id,
    broken: BROKEN_BY_DELETE,
    read: (tx) => findPosition(tx, id),
    async write(tx) {
      await demandPosition(context, tx, id, 'delete')
      await refuseHeldPosition(context, tx, id)
      await tx.deleteFrom('position').where('id', '=', id).execute()
    },
  })
}

async function belowUnits(db: Db, nodes: readonly PeopleNode[]): Promise<PeopleNode[]> {
  const units = await allUnits(db)
  return growPruned([...units.map((row) => unitNode(row)), ...nodes])
}

/** @throws ApiError 403 where the act is not open to the caller where it stands, or making one where it is put */
async function demandPosition(
  context: CallContext,
  tx: Tx,
  id: string,
  act: UnitAct,
  next?: string,
): Promise<void> {
  const own = (await findPosition(tx, id))?.organizeId
  if (own !== undefined) await demandUnit(context, own, act, tx)
  if (next !== undefined && next !== own) await demandUnit(context, next, 'add', tx)
}

export async function findPosition(db: Db | Tx, id: string) {
  const row = await selectPositions(db).where('position.id', '=', id).executeTakeFirst()
  return row && positionOf(row)
}

function selectPositions(db: Db | Tx) {
  return db
    .selectFrom('position')
    .innerJoin('organize', 'organize.id', 'position.organize_id')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'position.type')
    .selectAll('position')
    .select(['organize.path', 'organize.path_name', 'dictionary_item.full_name as type_name'])
}

type PositionRow = Awaited<ReturnType<ReturnType<typeof selectPositions>['executeTakeFirstOrThrow']>>

function positionOf(row: PositionRow) {
  return {
    ...namedInfo(row),
    type: row.type,
    organizeId: row.organize_id,
    organize: row.path_name,
    organizeIds: row.path,
    version: row.version,
    ...timesOf(row),
  }
}

async function columnsOf(context: CallContext, tx: Tx, input: PositionInput) {
  const type = input.type ?? ''
  if (type !== '' && !(await isItemOf(tx, TYPES, type))) throw refusal(context, 'type', '@people.typeGone')
  return { ...namedColumns(input), organize_id: input.organizeId, type }
}
