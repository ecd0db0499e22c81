import { sql } from 'kysely'
import { countChanges } from '../../../../database/version'
import type { Tx } from '../../../../module'

/** Where it stands who is a member of what. */
const TABLES = {
  role: { table: 'user_role', member: 'role_id' },
  position: { table: 'user_position', member: 'position_id' },
  group: { table: 'user_group_member', member: 'group_id' },
} as const
export type Membership = keyof typeof TABLES

/** A membership as it was taken from a person. */
export interface Taken {
  readonly id: string
  /** Whether the receiver had it already. */
  readonly was_held: boolean
  readonly sort: number | null
}

/** Takes memberships from a person and gives them to another one; answers those that were there to be taken. */
export async function moveMemberships(
  tx: Tx,
  kind: Membership,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<readonly Taken[]> {
  const { table, member } = TABLES[kind]
  const [rows, id] = [sql.table(table), sql.ref(member)]
  const isSorted = kind === 'position'
  const last = sql`coalesce((select max(sort) from ${rows} where user_id = ${to}), -1)`
  const { rows: taken } = await sql<Taken>`
    with taken as (
      delete from ${rows} where user_id = ${from} and ${id} = any(${ids}::text[])
      returning ${id} as id, ${isSorted ? sql`sort` : sql`null::int as sort`}
    ), given as (
      insert into ${rows} (user_id, ${id} ${isSorted ? sql`, sort` : sql``})
      select ${to}, id ${isSorted ? sql`, ${last} + row_number() over (order by sort)` : sql``} from taken
      on conflict do nothing returning ${id} as id
    ) select taken.id, taken.sort, given.id is null as was_held from taken left join given on given.id = taken.id`.execute(
    tx,
  )
  if (isSorted) for (const person of [from, to]) await closeRanks(tx, person, [])
  if (taken.length > 0) await countChanges(tx, 'user_account', [from, to])
  return taken
}

/** Gives memberships back that the receiver still has; answers the ids of those. */
export async function returnMemberships(
  tx: Tx,
  kind: Membership,
  items: readonly Taken[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const { table, member } = TABLES[kind]
  const [rows, id] = [sql.table(table), sql.ref(member)]
  const isSorted = kind === 'position'
  const { rows: there } = await sql<{ id: string }>`
    select ${id} as id from ${rows} where user_id = ${to} and ${id} = any(${items.map((item) => item.id)}::text[])`.execute(
    tx,
  )
  const held = new Set(there.map((row) => row.id))
  const back = items.filter((item) => held.has(item.id))
  const given = back.filter((item) => !item.was_held).map((item) => item.id)
  await sql`delete from ${rows} where user_id = ${to} and ${id} = any(${given}::text[])`.execute(tx)
  const [ids, sorts] = [back.map((item) => item.id), back.map((item) => item.sort ?? 0)]
  await sql`
    insert into ${rows} (user_id, ${id} ${isSorted ? sql`, sort` : sql``})
    select ${from}, id ${isSorted ? sql`, sort` : sql``} from unnest(${ids}::text[], ${sorts}::int[]) as back(id, sort)
    on conflict do nothing`.execute(tx)
  if (isSorted) {
    await closeRanks(tx, from, ids)
    await closeRanks(tx, to, [])
  }
  if (back.length > 0) await countChanges(tx, 'user_account', [from, to])
  return held
}

/** The current position is that of sort 0, so one has to be; those that came back stand where they stood. */
async function closeRanks(tx: Tx, userId: string, back: readonly string[]): Promise<void> {
  await sql`
    update user_position as own set sort = ordered.place from (
      select position_id, row_number() over (
        order by sort, position_id = any(${back}::text[]) desc, position_id) - 1 as place
      from user_position where user_id = ${userId}
    ) ordered
    where own.user_id = ${userId} and own.position_id = ordered.position_id and own.sort <> ordered.place`.execute(
    tx,
  )
}

/** The same of permission groups in which the person stands by themselves; each of them counts its changes. */
export async function movePermissionGroups(
  tx: Tx,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<readonly Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      delete from permission_member
      where subject = 'user' and subject_id = ${from} and set_id = any(${ids}::text[]) returning set_id
    ), given as (
      insert into permission_member (set_id, subject, subject_id) select set_id, 'user', ${to} from taken
      on conflict do nothing returning set_id
    ) select taken.set_id as id, null::int as sort, given.set_id is null as was_held
      from taken left join given on given.set_id = taken.set_id`.execute(tx)
  await countChange(tx, ids)
  return rows
}

export async function returnPermissionGroups(
  tx: Tx,
  items: readonly Taken[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select set_id as id from permission_member
    where subject = 'user' and subject_id = ${to} and set_id = any(${items.map((item) => item.id)}::text[])`.execute(
    tx,
  )
  const held = new Set(rows.map((row) => row.id))
  const back = items.filter((item) => held.has(item.id))
  const given = back.filter((item) => !item.was_held).map((item) => item.id)
  await sql`
    delete from permission_member
    where subject = 'user' and subject_id = ${to} and set_id = any(${given}::text[])`.execute(tx)
  await sql`
    insert into permission_member (set_id, subject, subject_id)
    select set_id, 'user', ${from} from unnest(${back.map((item) => item.id)}::text[]) as back(set_id)
    on conflict do nothing`.execute(tx)
  await countChange(
    tx,
    back.map((item) => item.id),
  )
  return held
}

async function countChange(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update permission_set set version = version + 1, updated_at = now() where id = any(${ids}::text[])`.execute(
    tx,
  )
}
