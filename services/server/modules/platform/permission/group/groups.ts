import { newId } from '@runtime/id'
import type { permissionGroupCalls } from '@services/contract/areas/platform/permission-group'
import type { InputOf } from '@services/contract/call'
import { NAME_LENGTH } from '@services/contract/fields'
import { sql } from 'kysely'
import type { Broken } from '../../../../database/constraint'
import { inOrder, pageOf } from '../../../../database/page'
import { asRead } from '../../../../database/reading'
import { holdsKeyword } from '../../../../database/search'
import type { CallContext, Services } from '../../../../module'
import { create, namedColumns, remove, update } from '../../people/change'
import { demandUnbounded, unitsFor } from '../layered/scope'
import { seesSet, seesSubject } from '../layered/sight'
import { grantsOf } from '../sets'
import { refuseMembers } from './members'
import { findPermissionGroup, groupOf, readPermissionGroup, selectGroups, shortOf } from './reading'
import { demandVersion } from './version'

type GroupInput = InputOf<(typeof permissionGroupCalls)['permissionGroup.create']>
type GroupQuery = InputOf<(typeof permissionGroupCalls)['permissionGroup.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  permission_set_code: { path: 'enCode', message: '@people.codeTaken' },
  permission_set_name: { path: 'fullName', message: '@people.nameTaken' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('permission_set.full_name'),
  enCode: asRead('permission_set.en_code'),
  sortCode: 'permission_set.sort_code',
  creatorTime: 'permission_set.created_at',
} as const

/** A page of permission groups; whose administration is bounded sees those that reach into their units, and counts members there. */
export async function listPermissionGroups(context: CallContext, query: GroupQuery) {
  const { keyword, enabledMark } = query
  const open = await unitsFor(context, 'select')
  let rows = selectGroups(context.db)
    .where(seesSet(open))
    .where(holdsKeyword(keyword, 'permission_set.full_name', 'permission_set.en_code'))
  if (enabledMark !== undefined) rows = rows.where('permission_set.enabled_mark', '=', enabledMark)
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'permission_set.sort_code', query)
      .orderBy('permission_set.created_at', 'desc')
      .orderBy('permission_set.id')
      .select(
        sql<number>`(
          select count(*) from permission_member
          where set_id = permission_set.id and ${seesSubject(open)})`.as('members'),
      ),
    query,
  )
  return { list: list.map((row) => ({ ...groupOf(row), memberCount: row.members })), pagination }
}

/** Enabled groups by keyword, as choices. */
export async function permissionGroupChoices(context: CallContext, keyword: string | undefined) {
  const rows = await selectGroups(context.db)
    .where(seesSet(await unitsFor(context, 'select')))
    .where('permission_set.enabled_mark', '=', 1)
    .where(holdsKeyword(keyword, 'permission_set.full_name', 'permission_set.en_code'))
    .orderBy('permission_set.sort_code')
    .orderBy('permission_set.id')
    .execute()
  return rows.map(shortOf)
}

export async function createPermissionGroup(
  context: CallContext,
  input: GroupInput,
): Promise<{ id: string }> {
  const id = newId()
  await create(context, {
    action: 'permissionGroup.create',
    id,
    broken: BROKEN,
    read: (tx) => findPermissionGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await tx
        .insertInto('permission_set')
        .values({ id, kind: 'group', ...namedColumns(input) })
        .execute()
    },
  })
  return { id }
}

export function updatePermissionGroup(context: CallContext, id: string, input: GroupInput): Promise<void> {
  return update(context, {
    action: 'permissionGroup.update',
    id,
    broken: BROKEN,
    read: (tx) => findPermissionGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await demandVersion(tx, id, input.version, () => readPermissionGroup(context, id, tx))
      await tx.updateTable('permission_set').set(namedColumns(input)).where('id', '=', id).execute()
    },
  })
}

export function togglePermissionGroup(context: CallContext, id: string): Promise<void> {
  return update(context, {
    action: 'permissionGroup.setState',
    id,
    broken: {},
    read: (tx) => findPermissionGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await demandVersion(tx, id)
      await tx
        .updateTable('permission_set')
        .set({ enabled_mark: sql<number>`1 - enabled_mark` })
        .where('id', '=', id)
        .execute()
    },
  })
}

/** @throws ApiError 400 that names the members, while there are any */
export function deletePermissionGroup(context: CallContext, id: string): Promise<void> {
  return remove(context, {
    action: 'permissionGroup.delete',
    id,
    broken: {},
    read: (tx) => findPermissionGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      await refuseMembers({ ...context, db: tx }, id)
      await tx.deleteFrom('permission_set').where('id', '=', id).where('kind', '=', 'group').execute()
    },
  })
}

/** A disabled group that grants the same and has no members: nobody copies what they have not themselves. */
export async function copyPermissionGroup(
  context: CallContext,
  { holdings }: Services,
  from: string,
): Promise<{ id: string }> {
  const id = newId()
  const mark = id.slice(-6)
  const tail = ` ${mark}`
  await create(context, {
    action: 'permissionGroup.copy',
    id,
    broken: BROKEN,
    read: (tx) => findPermissionGroup(tx, id),
    async write(tx) {
      await demandUnbounded(context, tx)
      const { fullName, enCode, sortCode, description } = await readPermissionGroup(context, from, tx)
      await holdings.demandOwn(context, tx, await grantsOf(tx, from))
      const name = context.text('@permission.copyOf', { name: fullName })
      await tx
        .insertInto('permission_set')
        .values({
          ...{ id, kind: 'group', enabled_mark: 0, sort_code: sortCode, description },
          full_name: `${name.slice(0, NAME_LENGTH - tail.length)}${tail}`,
          en_code: `${enCode.slice(0, NAME_LENGTH - mark.length - 1)}_${mark}`,
        })
        .execute()
      await sql`
        insert into permission_grant (set_id, kind, menu_id, code)
        select ${id}, kind, menu_id, code from permission_grant where set_id = ${from}`.execute(tx)
    },
  })
  return { id }
}
