import { newId } from '@runtime/id'
import { type handOverCalls, WORK_KINDS, type WorkTab } from '@services/contract/areas/platform/hand-over'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { Insertable } from 'kysely'
import { inParts, isAnyOf } from '../../../../database/batches'
import { ApiError, notFound } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { changeTogether } from '../change'
import { findPerson } from '../users/persons'
import { boundsOf, demandBetween } from './bounds'
import { unfitFor } from './fit'
import { type Held, moveHeld } from './holders'
import { type Membership, moveMemberships, movePermissionGroups, type Taken } from './memberships'
import { moveRecords } from './records'
import type { HandOverItemTable } from './tables'
import { tickedIn, type WorkItem, workOf } from './work'

type Input = InputOf<(typeof handOverCalls)['handOver.create']>
type Row = Omit<Insertable<HandOverItemTable>, 'hand_over_id' | 'records'>

/** Names that the audit keeps of a kind; what was moved exactly stands with the hand-over. */
const NAMED = 100

/**
 * Gives what is ticked of a person's work to another one, all of it or nothing.
 * @throws ApiError 400 for a receiver who cannot have it, 403 for what is not the caller's to give, 409 where the work is another by now
 */
export async function handOver(
  context: CallContext,
  services: Services,
  input: Input,
): Promise<{ id: string }> {
  const { fromId: from, toId: to } = input
  if (from === to) throw refused(context, 'toId', '@handOver.toOneself')
  const id = newId()
  await changeTogether(context, async (tx) => {
    await demandReceiver(context, tx, from, to)
    const ticked = tickedOf(context, input)
    await demandBetween(context, services, tx, { from, to })
    const work = new Map((await workOf(context, tx, from)).map((item) => [keyOf(item), item]))
    const may = await boundsOf(context, services, tx)
    const items: WorkItem[] = []
    for (const one of ticked) {
      const item = work.get(keyOf(one))
      if (!item) throw changed()
      if (!(await may(item.kind, item.id))) throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
      items.push(item)
    }
    await refuseUnfit(context, tx, to, items)
    const people = async () => [
      await findPerson(tx, from, context.text),
      await findPerson(tx, to, context.text),
    ]
    const [fromBefore, toBefore] = await people()
    await tx
      .insertInto('hand_over')
      .values({
        ...{ id, from_id: from, to_id: to, creator_id: context.user.userId },
        ...{ undone_at: null, undone_by: null },
      })
      .execute()
    const handedOver = await move(tx, id, items, from, to)
    const [fromAfter, toAfter] = await people()
    const action = 'users.handOver'
    return [
      {
        action,
        target: from,
        before: { ...fromBefore, handedOver },
        after: { ...fromAfter, handedOver: {}, to },
      },
      {
        action,
        target: to,
        before: { ...toBefore, handedOver: {} },
        after: { ...toAfter, handedOver, from },
      },
    ]
  })
  return { id }
}

/** @throws ApiError 404 without the person, 400 for who can take nothing over */
async function demandReceiver(context: CallContext, tx: Tx, from: string, to: string): Promise<void> {
  const people = await tx
    .selectFrom('user_account')
    .select(['id', 'is_administrator', 'status'])
    .where(isAnyOf('id', [from, to]))
    .execute()
  if (!people.some(({ id }) => id === from)) throw notFound()
  const receiver = people.find(({ id }) => id === to)
  if (!receiver) throw refused(context, 'toId', '@people.personGone')
  if (receiver.is_administrator) throw refused(context, 'toId', '@handOver.toAdministrator')
  if (receiver.status !== 1) throw refused(context, 'toId', '@handOver.toDisabled')
}

/** What is ticked, once each. @throws ApiError 400 for nothing, 409 for what no such list can name */
function tickedOf(context: CallContext, input: Input): readonly Pick<WorkItem, 'kind' | 'id'>[] {
  const ticked = new Map<string, Pick<WorkItem, 'kind' | 'id'>>()
  for (const tab of Object.keys(WORK_KINDS) as WorkTab[])
    for (const id of input[`${tab}List`] ?? []) {
      const one = tickedIn(tab, id)
      if (one === undefined) throw changed()
      if (one) ticked.set(keyOf(one), one)
    }
  if (ticked.size === 0) throw refused(context, 'permissionList', '@handOver.nothingTicked')
  return [...ticked.values()]
}

const keyOf = ({ kind, id }: Pick<WorkItem, 'kind' | 'id'>) => `${kind} ${id}`

/** @throws ApiError 400 that names what the receiver cannot have, and why */
async function refuseUnfit(
  context: CallContext,
  tx: Tx,
  to: string,
  items: readonly WorkItem[],
): Promise<void> {
  const unfit = await unfitFor(tx, to, items)
  const refuse = (kind: WorkItem['kind'], ids: ReadonlySet<string>, path: string, message: string) => {
    const names = items.filter((item) => item.kind === kind && ids.has(item.id)).map(({ name }) => name)
    if (names.length === 0) return
    throw refused(context, path, message, { names: names.join(context.text('@server.comma')) })
  }
  refuse('position', unfit.positions, 'permissionList', '@handOver.positionElsewhere')
  refuse('role', unfit.roles, 'permissionList', '@handOver.roleElsewhere')
  refuse('person', unfit.people, 'managedList', '@handOver.managesReceiver')
}

/** Moves it, and notes each piece with the hand-over; answers its names by kind. */
async function move(tx: Tx, handOverId: string, items: readonly WorkItem[], from: string, to: string) {
  const of = (kind: WorkItem['kind']) => items.filter((item) => item.kind === kind)
  const rows: Row[] = []
  const note = (kind: WorkItem['kind'], moved: ReadonlyMap<string, Omit<Taken, 'id'>>) => {
    for (const { id: target, name: full_name } of of(kind)) {
      const taken = moved.get(target)
      if (!taken) throw changed()
      rows.push({ kind, target, full_name, was_held: taken.was_held, sort: taken.sort })
    }
  }
  const byId = (taken: readonly Taken[]) => new Map(taken.map(({ id, ...rest }) => [id, rest]))
  const ids = (kind: WorkItem['kind']) => of(kind).map(({ id }) => id)
  for (const kind of ['role', 'position', 'group'] as const satisfies readonly Membership[])
    note(kind, byId(await moveMemberships(tx, kind, ids(kind), from, to)))
  note('permissionGroup', byId(await movePermissionGroups(tx, ids('permissionGroup'), from, to)))
  for (const kind of ['unit', 'person', 'schedule'] as const satisfies readonly Held[]) {
    const moved = [...(await moveHeld(tx, kind, ids(kind), from, to))]
    note(kind, byId(moved.map((id) => ({ id, was_held: false, sort: null }))))
  }
  for (const part of inParts(rows.map((row) => ({ ...row, hand_over_id: handOverId, records: null }))))
    await tx.insertInto('hand_over_item').values(part).execute()
  const named = new Map<string, string[]>()
  const name = (kind: string, text: string) => named.set(kind, [...(named.get(kind) ?? []), text])
  for (const row of rows) if ((named.get(row.kind)?.length ?? 0) < NAMED) name(row.kind, row.full_name)
  for (const model of of('record')) {
    const count = await moveRecords(tx, { handOverId, modelId: model.id, name: model.name }, from, to)
    if (count === 0) throw changed()
    name('record', `${model.name} (${count})`)
  }
  return Object.fromEntries(named)
}

const changed = () => new ApiError(CODE.conflict, '@handOver.changed')

function refused(
  context: CallContext,
  path: string,
  message: string,
  params: Readonly<Record<string, string>> = {},
): ApiError {
  const errors = [{ path, message: context.text(message, params) }]
  return new ApiError(CODE.badRequest, message, { params, errors })
}
