import { newId } from '@runtime/id'
import {
  type listViewCalls,
  MOST_SHARED_VIEWS,
  MOST_VIEWS,
  SHARE_VIEW,
} from '@services/contract/areas/lowcode/list-view'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { type Broken, withConstraints } from '../../../database/constraint'
import { asRead } from '../../../database/reading'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import type { ListViewTable } from './tables'

type Calls = typeof listViewCalls
type Row = Selectable<ListViewTable>

const BROKEN: Readonly<Record<string, Broken>> = {
  list_view_name: { path: 'fullName', message: '@listView.nameTaken' },
}

/** A list as a caller may use its views. */
interface Place {
  readonly menuId: string
  readonly list: string
  readonly mayShare: boolean
}

/** The list's place for a caller who sees its menu entry. @throws ApiError 403 */
async function placeOf(
  { user, language }: CallContext,
  services: Services,
  { menu, list }: { readonly menu: string; readonly list: string },
): Promise<Place> {
  const entry = await services.rights.permissionOf(user, menu)
  if (!entry) throw await services.rights.refusal(menu, language)
  const mayShare = user.isAdministrator || entry.button.some(({ enCode }) => enCode === SHARE_VIEW)
  return { menuId: entry.modelId, list, mayShare }
}

export async function listViews(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['listView.list']>,
): Promise<ResponseOf<Calls['listView.list']>> {
  const place = await placeOf(context, services, input)
  const { db, user } = context
  const rows = await db
    .selectFrom('list_view as view')
    .innerJoin('user_account as owner', 'owner.id', 'view.owner_id')
    .leftJoin('list_view_default as own', (join) =>
      join.onRef('own.view_id', '=', 'view.id').on('own.user_id', '=', user.userId),
    )
    .selectAll('view')
    .select(['owner.real_name', 'own.user_id as default_of'])
    .where('view.menu_id', '=', place.menuId)
    .where('view.list', '=', place.list)
    .where((where) =>
      where.or([where('view.owner_id', '=', user.userId), where('view.is_shared', '=', true)]),
    )
    .orderBy((order) => order('view.owner_id', '=', user.userId), 'desc')
    .orderBy(asRead('view.full_name'))
    .orderBy('view.id')
    .execute()
  return {
    mayShare: place.mayShare ? 1 : 0,
    list: rows.map((row) => ({
      ...{ id: row.id, fullName: row.full_name, content: row.content, version: row.version },
      isShared: row.is_shared ? 1 : 0,
      isDefault: row.default_of === null ? 0 : 1,
      isOwn: row.owner_id === user.userId ? 1 : 0,
      mayEdit: row.owner_id === user.userId || place.mayShare ? 1 : 0,
      creatorUser: row.real_name,
    })),
  }
}

export async function createView(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['listView.create']>,
): Promise<{ id: string }> {
  const { fullName, content, isShared = 0, isDefault = 0 } = input
  const place = await placeOf(context, services, input)
  if (isShared === 1) await demandShare(context, services, place)
  const id = newId()
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await refuseMore(tx, place, context, isShared === 1)
      await tx
        .insertInto('list_view')
        .values({
          ...{ id, menu_id: place.menuId, list: place.list, owner_id: context.user.userId },
          ...{ full_name: fullName.trim(), content: JSON.stringify(content), is_shared: isShared === 1 },
        })
        .execute()
      if (isDefault === 1) await openWith(tx, context, place, id)
      if (isShared === 1) await note(context, tx, 'listView.create', id, { fullName, isShared })
    }),
  )
  return { id }
}

export async function updateView(
  context: CallContext,
  services: Services,
  { id, fullName, content, isShared, version }: InputOf<Calls['listView.update']>,
): Promise<void> {
  const { place, before } = await editable(context, services, id)
  const shared = isShared === undefined ? before.is_shared : isShared === 1
  // Who has lost the right to share may still take back what they have shared.
  if (shared && (!before.is_shared || before.owner_id !== context.user.userId))
    await demandShare(context, services, place)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      if (shared && !before.is_shared) await refuseMoreShared(tx, place)
      const changed = await tx
        .updateTable('list_view')
        .set({
          is_shared: shared,
          version: sql`version + 1`,
          ...(fullName !== undefined && { full_name: fullName.trim() }),
          ...(content !== undefined && { content: JSON.stringify(content) }),
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) throw new ApiError(CODE.conflict, '@listView.changedMeanwhile')
      if (shared || before.is_shared) await note(context, tx, 'listView.update', id, { fullName, isShared })
    }),
  )
}

export async function deleteView(context: CallContext, services: Services, id: string): Promise<void> {
  const { before } = await editable(context, services, id)
  await context.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('list_view').where('id', '=', id).execute()
    if (before.is_shared) await note(context, tx, 'listView.delete', id, { fullName: before.full_name })
  })
}

/** With which view the caller opens a list; null: with none. */
export async function setDefaultView(
  context: CallContext,
  services: Services,
  { id, ...input }: InputOf<Calls['listView.setDefault']>,
): Promise<void> {
  const place = await placeOf(context, services, input)
  const { db, user } = context
  if (id === null) {
    await db
      .deleteFrom('list_view_default')
      .where('user_id', '=', user.userId)
      .where('menu_id', '=', place.menuId)
      .where('list', '=', place.list)
      .execute()
    return
  }
  const view = await db.selectFrom('list_view').selectAll().where('id', '=', id).executeTakeFirst()
  const isHere = view?.menu_id === place.menuId && view.list === place.list
  if (!view || !isHere || !isSeen(view, user.userId)) throw notFound()
  await openWith(db, context, place, id)
}

async function openWith(db: Db | Tx, { user }: CallContext, place: Place, id: string): Promise<void> {
  await db
    .insertInto('list_view_default')
    .values({ user_id: user.userId, menu_id: place.menuId, list: place.list, view_id: id })
    .onConflict((conflict) => conflict.columns(['user_id', 'menu_id', 'list']).doUpdateSet({ view_id: id }))
    .execute()
}

const isSeen = (view: Row, userId: string) => view.is_shared || view.owner_id === userId

/**
 * A view that the caller may change: their own, or a shared one of a list where they may share. To others it is not there
 * where they do not see it.
 * @throws ApiError 404, 403
 */
async function editable(
  context: CallContext,
  services: Services,
  id: string,
): Promise<{ place: Place; before: Row }> {
  const { db, user } = context
  const before = await db.selectFrom('list_view').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before || !isSeen(before, user.userId)) throw notFound()
  const place = await placeOf(context, services, { menu: before.menu_id, list: before.list })
  if (before.owner_id !== user.userId) await demandShare(context, services, place)
  return { place, before }
}

async function demandShare({ language }: CallContext, services: Services, place: Place): Promise<void> {
  if (place.mayShare) return
  throw await services.rights.refusal(`${place.menuId}:${SHARE_VIEW}`, language)
}

/** Writers of one list's views come one after the other, so that no two pass the last free place. */
async function refuseMore(tx: Tx, place: Place, { user }: CallContext, isShared: boolean): Promise<void> {
  await queue(tx, place)
  const { count } = await tx
    .selectFrom('list_view')
    .select((from) => from.fn.countAll<string>().as('count'))
    .where('menu_id', '=', place.menuId)
    .where('list', '=', place.list)
    .where('owner_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_VIEWS)
    throw new ApiError(CODE.badRequest, '@listView.tooMany', { params: { count: MOST_VIEWS } })
  if (isShared) await refuseMoreShared(tx, place)
}

async function refuseMoreShared(tx: Tx, place: Place): Promise<void> {
  await queue(tx, place)
  const { count } = await tx
    .selectFrom('list_view')
    .select((from) => from.fn.countAll<string>().as('count'))
    .where('menu_id', '=', place.menuId)
    .where('list', '=', place.list)
    .where('is_shared', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_SHARED_VIEWS)
    throw new ApiError(CODE.badRequest, '@listView.tooManyShared', { params: { count: MOST_SHARED_VIEWS } })
}

async function queue(tx: Tx, { menuId, list }: Place): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list_view ${menuId} ${list}`}, 0))`.execute(tx)
}

/** What concerns others is written down. */
async function note(context: CallContext, tx: Tx, action: string, target: string, after: object) {
  await context.audit({ action, target, after }, tx)
}
