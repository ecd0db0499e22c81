import { sql } from 'kysely'
import { inParts } from '../../../../database/batches'
import type { CallContext, Db, Tx } from '../../../../module'
import { refusal } from '../change'
import { type OrganizeRef, unitIdOf } from '../organize/units'

/** What a person belongs to; the first unit and position are the current ones. */
export interface Memberships {
  readonly organizeIds: readonly OrganizeRef[]
  readonly positionIds?: readonly string[] | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly groupIds?: readonly string[] | undefined
}

const once = <T>(list: readonly T[] = []) => [...new Set(list)]

/** Refuses what is not there, positions of other units, and roles that are bound to other units. */
export async function refuseMemberships(
  context: CallContext,
  tx: Tx,
  { organizeIds, positionIds = [], roleIds = [], groupIds = [] }: Memberships,
): Promise<void> {
  const units = organizeIds.map(unitIdOf)
  const places = await tx
    .selectFrom('organize')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${units})`)
    .execute()
  const refuseFirst = (path: string, ids: readonly string[], known: ReadonlySet<string>, message: string) => {
    const at = ids.findIndex((id) => !known.has(id))
    if (at >= 0) throw refusal(context, `${path}.${at}`, message)
  }
  refuseFirst('organizeIds', units, idsOf(places), '@people.unitGone')

  const positions = await tx
    .selectFrom('position')
    .select(['id', 'organize_id'])
    .where(sql<boolean>`id = any(${[...positionIds]})`)
    .execute()
  refuseFirst('positionIds', positionIds, idsOf(positions), '@people.positionGone')
  const own = positions.filter((position) => units.includes(position.organize_id))
  refuseFirst('positionIds', positionIds, idsOf(own), '@people.positionElsewhere')

  const above = new Set(places.flatMap((place) => place.path))
  const roles = await tx
    .selectFrom('role')
    .leftJoin('role_organize', 'role_organize.role_id', 'role.id')
    .select(['role.id', 'role.is_global', 'role_organize.organize_id'])
    .where(sql<boolean>`role.id = any(${[...roleIds]})`)
    .execute()
  refuseFirst('roleIds', roleIds, idsOf(roles), '@people.roleGone')
  const fitting = roles.filter((role) => role.is_global || above.has(role.organize_id ?? ''))
  refuseFirst('roleIds', roleIds, idsOf(fitting), '@people.roleElsewhere')

  const groups = await tx
    .selectFrom('user_group')
    .select('id')
    .where(sql<boolean>`id = any(${[...groupIds]})`)
    .execute()
  refuseFirst('groupIds', groupIds, idsOf(groups), '@people.groupGone')
}

const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map((row) => row.id))

/** Makes a person belong to these and nothing else; what is not given stays. */
export async function keepMemberships(tx: Tx, user_id: string, memberships: Memberships): Promise<void> {
  const { organizeIds, positionIds, roleIds, groupIds } = memberships
  await tx.deleteFrom('user_organize').where('user_id', '=', user_id).execute()
  const units = once(organizeIds.map(unitIdOf))
  const rows = units.map((organize_id, sort) => ({ user_id, organize_id, sort }))
  for (const part of inParts(rows)) await tx.insertInto('user_organize').values(part).execute()
  if (positionIds) {
    await tx.deleteFrom('user_position').where('user_id', '=', user_id).execute()
    const rows = once(positionIds).map((position_id, sort) => ({ user_id, position_id, sort }))
    for (const part of inParts(rows)) await tx.insertInto('user_position').values(part).execute()
  }
  if (roleIds) {
    await tx.deleteFrom('user_role').where('user_id', '=', user_id).execute()
    const rows = once(roleIds).map((role_id) => ({ user_id, role_id }))
    for (const part of inParts(rows)) await tx.insertInto('user_role').values(part).execute()
  }
  if (groupIds) {
    await tx.deleteFrom('user_group_member').where('user_id', '=', user_id).execute()
    const rows = once(groupIds).map((group_id) => ({ user_id, group_id }))
    for (const part of inParts(rows)) await tx.insertInto('user_group_member').values(part).execute()
  }
}

/**
 * What takes each of the people in, as mixed ids: units with all that stands above them (a unit of any kind also as
 * `--department`, which is how a field that holds units means it), positions, roles, groups.
 */
export async function membershipsOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ user_id: string; member_of: string[] }>`
    select user_id, array_agg(distinct member) as member_of from (
      select user_id, unnest(array[above.id || '--department', above.id || '--' || above.category]) as member
        from user_organize
        join organize on organize.id = organize_id
        join organize above on above.id = any(organize.path)
      union all select user_id, position_id || '--position' from user_position
      union all select user_id, role_id || '--role' from user_role
      union all select user_id, group_id || '--group' from user_group_member
    ) membership where user_id = any(${[...ids]}::text[]) group by user_id`.execute(db)
  const found = new Map<string, readonly string[]>(ids.map((id) => [id, []]))
  for (const row of rows) found.set(row.user_id, row.member_of)
  return found
}
