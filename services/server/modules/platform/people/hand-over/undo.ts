import { type handOverCalls, UNDO_HOURS, WORK_KINDS } from '@services/contract/areas/platform/hand-over'
import type { ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../../database/batches'
import { asRead } from '../../../../database/reading'
import { ApiError, notFound } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { changeTogether } from '../change'
import { findPerson } from '../users/persons'
import { boundsOf, demandBetween } from './bounds'
import { unfitFor } from './fit'
import { moveHeld } from './holders'
import { returnMemberships, returnPermissionGroups } from './memberships'
import { returnRecords } from './records'
import type { HandOverItemTable } from './tables'

type Left = ResponseOf<(typeof handOverCalls)['handOver.undo']>['left']
type Item = Pick<HandOverItemTable, 'kind' | 'target' | 'full_name' | 'sort'> & { readonly was_held: boolean }
type Kind = Item['kind']

const KINDS: readonly Kind[] = Object.values(WORK_KINDS).flat()
const MOST_LISTED = 50
const SINCE = sql<Date>`now() - make_interval(hours => ${sql.lit(UNDO_HOURS)})`

/** What a person has handed over that can still be taken back, the last first. */
export async function listHandOvers(context: CallContext, fromId: string) {
  const { db, text } = context
  const rows = await db
    .selectFrom('hand_over')
    .leftJoin('user_account as receiver', 'receiver.id', 'hand_over.to_id')
    .leftJoin('user_account as creator', 'creator.id', 'hand_over.creator_id')
    .select(['hand_over.id', 'hand_over.from_id', 'hand_over.to_id', 'hand_over.created_at'])
    .select(['receiver.real_name as to_name', 'creator.real_name as creator_name'])
    .where('from_id', '=', fromId)
    .where('undone_at', 'is', null)
    .where('hand_over.created_at', '>', SINCE)
    .orderBy('hand_over.created_at', 'desc')
    .orderBy('hand_over.id')
    .limit(MOST_LISTED)
    .execute()
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('hand_over_item')
    .select(['hand_over_id', 'kind', sql<number>`sum(coalesce(cardinality(records), 1))::int`.as('count')])
    .where(isAnyOf('hand_over_id', ids))
    .groupBy(['hand_over_id', 'kind'])
    .execute()
  const countOf = (id: string, kind: Kind) =>
    counts.find((one) => one.hand_over_id === id && one.kind === kind)?.count ?? 0
  return {
    list: rows.map((row) => ({
      ...{ id: row.id, fromId: row.from_id, toId: row.to_id },
      ...{ toName: row.to_name ?? '', creatorName: row.creator_name ?? '' },
      creatorTime: row.created_at.getTime(),
      summary: KINDS.map((kind) => [kind, countOf(row.id, kind)] as const)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => `${text(`@handOver.kind.${kind}`)} ${count}`)
        .join(text('@server.comma')),
    })),
  }
}

/**
 * Gives back what was handed over, where it still is as the hand-over left it; answers what is not.
 * @throws ApiError 404, 400 for one that is older than a day or has been taken back, 403 for what is not the caller's to give
 */
export async function undoHandOver(context: CallContext, services: Services, id: string): Promise<Left> {
  let left: Left = []
  await changeTogether(context, async (tx) => {
    const { from, to } = await undoable(tx, id)
    const { user, text } = context
    await demandBetween(context, services, tx, { from: to, to: from })
    const items: Item[] = await tx
      .selectFrom('hand_over_item')
      .select(['kind', 'target', 'full_name', 'was_held', 'sort'])
      .where('hand_over_id', '=', id)
      .orderBy('kind')
      .orderBy(asRead('full_name'))
      .execute()
    const may = await boundsOf(context, services, tx)
    for (const { kind, target } of items)
      if (!(await may(kind, target))) throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
    const people = async () => [await findPerson(tx, from, text), await findPerson(tx, to, text)]
    const [fromBefore, toBefore] = await people()
    left = await giveBack(tx, id, items, { from, to })
    await tx
      .updateTable('hand_over')
      .set({ undone_at: new Date(), undone_by: user.userId })
      .where('id', '=', id)
      .execute()
    const [fromAfter, toAfter] = await people()
    const action = 'users.undoHandOver'
    return [
      { action, target: from, before: { ...fromBefore }, after: { ...fromAfter, left } },
      { action, target: to, before: { ...toBefore }, after: { ...toAfter, left } },
    ]
  })
  return left
}

async function undoable(tx: Tx, id: string): Promise<{ readonly from: string; readonly to: string }> {
  const row = await tx
    .selectFrom('hand_over')
    .select([
      'from_id as from',
      'to_id as to',
      'undone_at',
      sql<boolean>`created_at > ${SINCE}`.as('isRecent'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.undone_at !== null) throw new ApiError(CODE.badRequest, '@handOver.alreadyUndone')
  if (!row.isRecent)
    throw new ApiError(CODE.badRequest, '@handOver.tooLate', { params: { hours: UNDO_HOURS } })
  const people = await tx
    .selectFrom('user_account')
    .select('id')
    .where(isAnyOf('id', [row.from, row.to]))
    .execute()
  if (people.length < 2) throw new ApiError(CODE.badRequest, '@people.personGone')
  return row
}

/** Answers what stays where it is: somebody has given or taken it since, or the person could not have it any more. */
async function giveBack(
  tx: Tx,
  id: string,
  items: readonly Item[],
  between: { readonly from: string; readonly to: string },
): Promise<Left> {
  const { from, to } = between
  const unfit = await unfitFor(
    tx,
    from,
    items.map(({ kind, target }) => ({ kind, id: target })),
  )
  const closed: Readonly<Partial<Record<Kind, ReadonlySet<string>>>> = {
    position: unfit.positions,
    role: unfit.roles,
    person: unfit.people,
  }
  const of = (kind: Kind) =>
    items
      .filter((item) => item.kind === kind && !closed[kind]?.has(item.target))
      .map(({ target, was_held, sort }) => ({ id: target, was_held, sort }))
  const back = new Map<Kind, ReadonlySet<string>>()
  for (const kind of ['role', 'position', 'group'] as const)
    back.set(kind, await returnMemberships(tx, kind, of(kind), between))
  back.set('permissionGroup', await returnPermissionGroups(tx, of('permissionGroup'), between))
  for (const kind of ['unit', 'person', 'schedule'] as const) {
    const ids = of(kind).map((item) => item.id)
    back.set(kind, await moveHeld(tx, kind, ids, to, from))
  }
  const left: Left = []
  for (const { kind, target, full_name: fullName } of items) {
    const count =
      kind === 'record' ? await returnRecords(tx, id, target, between) : back.get(kind)?.has(target) ? 0 : 1
    if (count > 0) left.push({ kind, fullName, count })
  }
  return left
}
