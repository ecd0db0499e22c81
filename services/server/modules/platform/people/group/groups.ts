import { newId } from '@runtime/id'
import type { groupCalls } from '@services/contract/areas/platform/group'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { Broken } from '../../../../database/constraint'
import { inOrder, pageOf } from '../../../../database/page'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import { demandVersion } from '../../../../database/version'
import { notFound } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { demandUnbounded, standsIn, unitsFor } from '../../permission/layered/scope'
import { seesGroup } from '../../permission/layered/sight'
import { create, namedColumns, namedInfo, refusal, remove, timesOf, update } from '../change'
import { isItemOf } from '../dictionary-item'
import { growPruned, matching, nodeOf, type PeopleNode } from '../nodes'
import { refuseFilledGroup } from '../obstacles'

type GroupInput = InputOf<(typeof groupCalls)['group.create']>
type GroupQuery = InputOf<(typeof groupCalls)['group.list']>

/** The dictionary of the categories of groups. */
const CATEGORIES = 'groupType'

const BROKEN: Readonly<Record<string, Broken>> = {
  user_group_code: { path: 'enCode', message: '@people.codeTaken' },
  user_group_name: { path: 'fullName', message: '@people.nameTaken' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  user_group_member_group: { message: '@people.groupHasMembers' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('user_group.full_name'),
  enCode: asRead('user_group.en_code'),
  sortCode: 'user_group.sort_code',
  creatorTime: 'user_group.created_at',
} as const

/** A page of groups; whose administration is bounded sees those with people of their units, and counts these. */
export async function listGroups(context: CallContext, query: GroupQuery) {
  const { keyword, category = '' } = query
  const open = await unitsFor(context, 'select')
  let rows = selectGroups(context.db)
    .where(seesGroup(open))
    .where(holdsKeyword(keyword, 'user_group.full_name', 'user_group.en_code'))
  if (category !== '') rows = rows.where('user_group.category', '=', category)
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'user_group.sort_code', query)
      .orderBy('user_group.id')
      .select((from) =>
        from
          .selectFrom('user_group_member')
          .whereRef('user_group_member.group_id', '=', 'user_group.id')
          .where(standsIn(open, 'user_group_member.user_id'))
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('people'),
      ),
    query,
  )
  return {
    list: list.map((row) => ({
      ...groupOf(row),
      categoryName: row.category_name ?? '',
      userCount: row.people ?? 0,
    })),
    pagination,
  }
}

/** Groups to choose from below their categories; with `ids` these alone, disabled ones too. */
export async function groupTree(
  db: Db,
  keyword: string | undefined,
  ids?: readonly string[],
): Promise<PeopleNode[]> {
  let query = selectGroups(db)
  query = ids
    ? query.where(sql<boolean>`user_group.id = any(${[...ids]})`)
    : query.where('user_group.enabled_mark', '=', 1)
  const rows = await query.orderBy('user_group.sort_code').orderBy('user_group.id').execute()
  const categories = new Map(
    rows.flatMap((row) => (row.category_name ? [[row.category, row.category_name]] : [])),
  )
  const groups = rows.map((row) =>
    nodeOf({
      id: row.id,
      parentId: row.category_name ? row.category : '0',
      fullName: row.full_name,
      enCode: row.en_code,
      type: 'group',
      enabledMark: row.enabled_mark,
    }),
  )
  return growPruned([
    ...[...categories].map(([id, fullName]) => nodeOf({ id, fullName, type: 'category' })),
    ...matching(groups, keyword),
  ])
}

/** @throws ApiError 404 for one that is not there, or that the caller does not see */
export async function readGroup(context: CallContext, id: string, db: Db | Tx = context.db) {
  const row = await selectGroups(db)
    .where('user_group.id', '=', id)
    .where(seesGroup(await unitsFor(context, 'select', db)))
    .executeTakeFirst()
  if (!row) throw notFound()
  return groupOf(row)
}

export async function createGroup(context: CallContext, input: GroupInput): Promise<{ id: string }> {
  const id = newId()
  await create(context, {
    action: 'group.create',
    id,
    broken: BROKEN,
    read: (tx) => findGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      const columns = await columnsOf(context, tx, input)
      await tx
        .insertInto('user_group')
        .values({ id, ...columns, updated_at: null })
        .execute()
    },
  })
  return { id }
}

export function updateGroup(context: CallContext, id: string, input: GroupInput): Promise<void> {
  return update(context, {
    action: 'group.update',
    id,
    broken: BROKEN,
    read: (tx) => findGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await demandVersion(tx, 'user_group', id, input.version, () => readGroup(context, id, tx))
      const columns = await columnsOf(context, tx, input)
      await tx
        .updateTable('user_group')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
    },
  })
}

export function deleteGroup(context: CallContext, id: string): Promise<void> {
  return remove(context, {
    action: 'group.delete',
    id,
    broken: BROKEN_BY_DELETE,
    read: (tx) => findGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await refuseFilledGroup(context, tx, id)
      await tx.deleteFrom('user_group').where('id', '=', id).execute()
    },
  })
}

export async function findGroup(db: Db | Tx, id: string) {
  const row = await selectGroups(db).where('user_group.id', '=', id).executeTakeFirst()
  return row && groupOf(row)
}

function selectGroups(db: Db | Tx) {
  return db
    .selectFrom('user_group')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'user_group.category')
    .selectAll('user_group')
    .select('dictionary_item.full_name as category_name')
}

type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>['executeTakeFirstOrThrow']>>

function groupOf(row: GroupRow) {
  return { ...namedInfo(row), category: row.category, version: row.version, ...timesOf(row) }
}

async function columnsOf(context: CallContext, tx: Tx, input: GroupInput) {
  const category = input.category ?? ''
  if (category !== '' && !(await isItemOf(tx, CATEGORIES, category)))
    throw refusal(context, 'category', '@people.categoryGone')
  return { ...namedColumns(input), category }
}
