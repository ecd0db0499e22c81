import type { memberCalls } from '@services/contract/areas/platform/member'
import type { InputOf } from '@services/contract/call'
import { sql } from 'kysely'
import { countChanges } from '../../../../database/version'
import type { AuditEntry, CallContext, Services, Tx } from '../../../../module'
import { demandPerson } from '../../permission/layered/scope'
import { changeTogether, refusal } from '../change'
import { demandChangedObject, type MemberTarget, OBJECTS } from './objects'
import { refuseLeaving, refuseStrangers } from './refusals'

type AddInput = InputOf<(typeof memberCalls)['member.add']>
type RemoveInput = InputOf<(typeof memberCalls)['member.remove']>

/** Who was added or taken out, and of units and positions which of theirs it was. */
export interface ChangedMembers {
  readonly userIds: string[]
  readonly sorts: number[]
}

/** Adds people; who is in it already stays as they are. All of them or nobody. */
export async function addMembers(
  context: CallContext,
  services: Services,
  { userIds, sorts = [], ...target }: AddInput,
): Promise<ChangedMembers> {
  let added: ChangedMembers = { userIds: [], sorts: [] }
  await changeTogether(context, async (tx) => {
    const fullName = await demandChangedObject(context, tx, target)
    const wanted = new Map(userIds.map((id, at) => [id, sorts[at]]))
    await demandPeople(context, services, tx, [...wanted.keys()])
    await refuseStrangers(context, tx, target, [...wanted.keys()])
    added = OBJECTS[target.objectType].ordered
      ? await addInOrder(tx, target, wanted)
      : await addUnordered(tx, target, [...wanted.keys()])
    await countChanges(tx, 'user_account', added.userIds)
    return audited('member.add', target, fullName, [], added.userIds)
  })
  return added
}

/** Takes people out; who is not in it is passed over. All of them or nobody. */
export async function removeMembers(
  context: CallContext,
  services: Services,
  { userIds, ...target }: RemoveInput,
): Promise<ChangedMembers> {
  let taken: ChangedMembers = { userIds: [], sorts: [] }
  await changeTogether(context, async (tx) => {
    const fullName = await demandChangedObject(context, tx, target)
    const own = await membersAmong(tx, target, userIds)
    await demandPeople(context, services, tx, own)
    await refuseLeaving(context, tx, target, own)
    taken = OBJECTS[target.objectType].ordered
      ? await removeInOrder(tx, target, own)
      : await removeUnordered(tx, target, own)
    await countChanges(tx, 'user_account', taken.userIds)
    return audited('member.remove', target, fullName, taken.userIds, [])
  })
  return taken
}

function audited(
  action: string,
  { objectType, id }: MemberTarget,
  fullName: string,
  before: readonly string[],
  after: readonly string[],
): readonly AuditEntry[] {
  if (before.length === 0 && after.length === 0) return []
  const entry = (userIds: readonly string[]) => ({ objectType, fullName, userIds })
  return [{ action, target: id, before: entry(before), after: entry(after) }]
}

/** @throws ApiError 400 for who is not there, 403 for who may more than the caller or stands outside their units */
async function demandPeople(
  context: CallContext,
  { holdings }: Services,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  const known = await tx
    .selectFrom('user_account')
    .select('id')
    .where(sql<boolean>`id = any(${[...userIds]}::text[])`)
    .execute()
  if (known.length < userIds.length) throw refusal(context, 'userIds', '@people.personGone')
  for (const id of userIds) {
    await holdings.demandNotAbove(context, tx, id)
    await demandPerson(context, tx, id, 'edit')
  }
}

/** Of these people those who belong to it. */
async function membersAmong(
  tx: Tx,
  { objectType, id }: MemberTarget,
  userIds: readonly string[],
): Promise<string[]> {
  const { table, column } = OBJECTS[objectType]
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and user_id = any(${[...userIds]}::text[])`.execute(tx)
  const own = new Set(rows.map((row) => row.user_id))
  return [...new Set(userIds)].filter((userId) => own.has(userId))
}

async function addUnordered(
  tx: Tx,
  { objectType, id }: MemberTarget,
  userIds: readonly string[],
): Promise<ChangedMembers> {
  const { table, column } = OBJECTS[objectType]
  const { rows } = await sql<{ user_id: string }>`
    insert into ${sql.table(table)} (user_id, ${sql.ref(column)})
    select unnest(${[...userIds]}::text[]), ${id}::text on conflict do nothing returning user_id`.execute(tx)
  return { userIds: rows.map((row) => row.user_id), sorts: [] }
}

async function removeUnordered(
  tx: Tx,
  { objectType, id }: MemberTarget,
  userIds: readonly string[],
): Promise<ChangedMembers> {
  const { table, column } = OBJECTS[objectType]
  await sql`delete from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and user_id = any(${[...userIds]}::text[])`.execute(tx)
  return { userIds: [...userIds], sorts: [] }
}

async function addInOrder(
  tx: Tx,
  target: MemberTarget,
  wanted: ReadonlyMap<string, number | undefined>,
): Promise<ChangedMembers> {
  const own = await ownOf(tx, target, [...wanted.keys()])
  const next = new Map<string, readonly string[]>()
  for (const [userId, sort] of wanted) {
    const ids = own.get(userId) ?? []
    if (!ids.includes(target.id)) next.set(userId, ids.toSpliced(sort ?? ids.length, 0, target.id))
  }
  await keepInOrder(tx, target, next)
  return placesIn(next, target.id)
}

async function removeInOrder(
  tx: Tx,
  target: MemberTarget,
  userIds: readonly string[],
): Promise<ChangedMembers> {
  const own = await ownOf(tx, target, userIds)
  const next = new Map([...own].map(([userId, ids]) => [userId, ids.filter((one) => one !== target.id)]))
  await keepInOrder(tx, target, next)
  return placesIn(own, target.id)
}

const placesIn = (own: ReadonlyMap<string, readonly string[]>, id: string): ChangedMembers => ({
  userIds: [...own.keys()],
  sorts: [...own.values()].map((ids) => ids.indexOf(id)),
})

/** The units or positions of people in their order. */
async function ownOf(
  tx: Tx,
  { objectType }: MemberTarget,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { table, column } = OBJECTS[objectType]
  const { rows } = await sql<{ user_id: string; ids: string[] }>`
    select user_id, array_agg(${sql.ref(column)} order by sort) as ids from ${sql.table(table)}
    where user_id = any(${[...userIds]}::text[]) group by user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.ids]))
}

/** Makes these the units or positions of people, counted anew: the first is the current one. */
async function keepInOrder(
  tx: Tx,
  { objectType }: MemberTarget,
  next: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { table, column } = OBJECTS[objectType]
  await sql`delete from ${sql.table(table)} where user_id = any(${[...next.keys()]}::text[])`.execute(tx)
  const rows = [...next].flatMap(([userId, ids]) => ids.map((id, sort) => ({ userId, id, sort })))
  await sql`
    insert into ${sql.table(table)} (user_id, ${sql.ref(column)}, sort)
    select * from unnest(
      ${rows.map((row) => row.userId)}::text[], ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.sort)}::int[])`.execute(
    tx,
  )
}
