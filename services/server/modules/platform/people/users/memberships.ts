import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { inParts } from '../../../../database/batches'
import { ApiError, type InputError } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { type OrganizeRef, unitIdOf } from '../organize/units'

/** What a person belongs to; the first unit and position are the current ones. */
export interface Memberships {
  readonly organizeIds: readonly OrganizeRef[]
  readonly positionIds?: readonly string[] | undefined
  readonly roleIds?: readonly string[] | undefined
  readonly groupIds?: readonly string[] | undefined
}

const once = <T>(list: readonly T[] = []) => [...new Set(list)]

/** What there is of the places that memberships name. */
export interface KnownPlaces {
  /** The ids from the top down to each unit. */
  readonly units: ReadonlyMap<string, readonly string[]>
  /** The unit of each position. */
  readonly positions: ReadonlyMap<string, string>
  /** The units that each role is bound to; null: it is for everybody. */
  readonly roles: ReadonlyMap<string, ReadonlySet<string> | null>
  readonly groups: ReadonlySet<string>
}

/** The places that memberships name, of one person or of many at once. */
export async function placesNamed(db: Db | Tx, all: readonly Memberships[]): Promise<KnownPlaces> {
  const units = once(all.flatMap(({ organizeIds }) => organizeIds.map(unitIdOf)))
  const positionIds = once(all.flatMap((one) => one.positionIds ?? []))
  const roleIds = once(all.flatMap((one) => one.roleIds ?? []))
  const groupIds = once(all.flatMap((one) => one.groupIds ?? []))
  const places = await db
    .selectFrom('organize')
    .select(['id', 'path'])
    .where(sql<boolean>`id = any(${units})`)
    .execute()
  const positions = await db
    .selectFrom('position')
    .select(['id', 'organize_id'])
    .where(sql<boolean>`id = any(${positionIds})`)
    .execute()
  const roles = await db
    .selectFrom('role')
    .leftJoin('role_organize', 'role_organize.role_id', 'role.id')
    .select(['role.id', 'role.is_global', 'role_organize.organize_id'])
    .where(sql<boolean>`role.id = any(${roleIds})`)
    .execute()
  const groups = await db
    .selectFrom('user_group')
    .select('id')
    .where(sql<boolean>`id = any(${groupIds})`)
    .execute()
  const bound = new Map<string, Set<string> | null>()
  for (const { id, is_global, organize_id } of roles) {
    const known = bound.get(id) ?? new Set<string>()
    bound.set(id, is_global ? null : known.add(organize_id ?? ''))
  }
  return {
    units: new Map(places.map(({ id, path }) => [id, path])),
    positions: new Map(positions.map(({ id, organize_id }) => [id, organize_id])),
    roles: bound,
    groups: new Set(groups.map(({ id }) => id)),
  }
}

/** What is wrong with memberships: what is not there, positions of other units, roles that are bound to other units. */
export function membershipFaults(
  { text }: CallContext,
  { organizeIds, positionIds = [], roleIds = [], groupIds = [] }: Memberships,
  known: KnownPlaces,
): readonly InputError[] {
  const units = organizeIds.map(unitIdOf)
  const above = new Set(units.flatMap((id) => known.units.get(id) ?? []))
  const fits = (id: string) => {
    const bound = known.roles.get(id)
    return bound === null || [...(bound ?? [])].some((unit) => above.has(unit))
  }
  const first = (path: string, ids: readonly string[], isFine: (id: string) => boolean, message: string) => {
    const at = ids.findIndex((id) => !isFine(id))
    return at < 0 ? [] : [{ path: `${path}.${at}`, message: text(message) }]
  }
  return [
    ...first('organizeIds', units, (id) => known.units.has(id), '@people.unitGone'),
    ...first('positionIds', positionIds, (id) => known.positions.has(id), '@people.positionGone'),
    ...first(
      ...(['positionIds', positionIds] as const),
      (id) => !known.positions.has(id) || units.includes(known.positions.get(id) ?? ''),
      '@people.positionElsewhere',
    ),
    ...first('roleIds', roleIds, (id) => known.roles.has(id), '@people.roleGone'),
    ...first('roleIds', roleIds, (id) => !known.roles.has(id) || fits(id), '@people.roleElsewhere'),
    ...first('groupIds', groupIds, (id) => known.groups.has(id), '@people.groupGone'),
  ]
}

/** @throws ApiError 400 for the first that is wrong with memberships */
export async function refuseMemberships(
  context: CallContext,
  tx: Tx,
  memberships: Memberships,
): Promise<void> {
  const [first] = membershipFaults(context, memberships, await placesNamed(tx, [memberships]))
  if (first) throw new ApiError(CODE.badRequest, first.message, { errors: [first] })
}

/** Makes a person belong to these and nothing else; what is not given stays. */
export async function keepMemberships(tx: Tx, user_id: string, memberships: Memberships): Promise<void> {
  const { positionIds, roleIds, groupIds } = memberships
  await tx.deleteFrom('user_organize').where('user_id', '=', user_id).execute()
  if (positionIds) await tx.deleteFrom('user_position').where('user_id', '=', user_id).execute()
  if (roleIds) await tx.deleteFrom('user_role').where('user_id', '=', user_id).execute()
  if (groupIds) await tx.deleteFrom('user_group_member').where('user_id', '=', user_id).execute()
  await addMemberships(tx, user_id, memberships)
}

/** Makes somebody who belongs to nothing yet belong to these. */
export async function addMemberships(tx: Tx, user_id: string, memberships: Memberships): Promise<void> {
  const { organizeIds, positionIds, roleIds, groupIds } = memberships
  const units = once(organizeIds.map(unitIdOf)).map((organize_id, sort) => ({ user_id, organize_id, sort }))
  const positions = once(positionIds).map((position_id, sort) => ({ user_id, position_id, sort }))
  const roles = once(roleIds).map((role_id) => ({ user_id, role_id }))
  const groups = once(groupIds).map((group_id) => ({ user_id, group_id }))
  for (const part of inParts(units)) await tx.insertInto('user_organize').values(part).execute()
  for (const part of inParts(positions)) await tx.insertInto('user_position').values(part).execute()
  for (const part of inParts(roles)) await tx.insertInto('user_role').values(part).execute()
  for (const part of inParts(groups)) await tx.insertInto('user_group_member').values(part).execute()
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
