import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import type { UnitAct } from '../../../../unit-right'
import type { Authority } from '../authority'
import type { Subject } from '../tables'

/** What bounds somebody's administration, where it is bounded. */
export interface UnitScope {
  readonly units: readonly LayeredUnit[]
  readonly moduleIds: ReadonlySet<string>
  readonly systemIds: ReadonlySet<string>
}

export interface LayeredUnit {
  readonly id: string
  readonly thisLayer: readonly UnitAct[]
  readonly subLayer: readonly UnitAct[]
}

/** What stands below a unit and has no id yet. */
const CHILD = ''

/** The bounds of a caller; null: none but the rights of the menu. */
export function unitScopeOf({ user }: Pick<CallContext, 'user'>, db: Db | Tx): Promise<UnitScope | null> {
  return user.isAdministrator ? Promise.resolve(null) : scopeOfUser(db, user.userId)
}

export async function scopeOfUser(db: Db | Tx, userId: string): Promise<UnitScope | null> {
  const row = await db
    .selectFrom('layered_administrator')
    .select([
      'module_ids',
      'system_ids',
      sql<LayeredUnit[]>`(
        select coalesce(json_agg(json_build_object(
          'id', organize_id, 'thisLayer', this_layer, 'subLayer', sub_layer) order by organize_id), '[]')
        from layered_unit where layered_unit.user_id = layered_administrator.user_id)`.as('units'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  return { units: row.units, moduleIds: new Set(row.module_ids), systemIds: new Set(row.system_ids) }
}

/** Whether an act is open in a unit, by the ids from the top down to it. */
export const mayIn = (scope: UnitScope | null, path: readonly string[], act: UnitAct): boolean =>
  scope === null ||
  scope.units.some(({ id, thisLayer, subLayer }) =>
    path.includes(id) ? (path.at(-1) === id ? thisLayer : subLayer).includes(act) : false,
  )

/** Whether somebody may give an act in a unit, or below it, to others. */
export const mayGive = (
  scope: UnitScope | null,
  path: readonly string[],
  layer: 'thisLayer' | 'subLayer',
  act: UnitAct,
): boolean => (layer === 'thisLayer' ? mayIn(scope, path, act) : mayBelow(scope, path, act))

/** The same of whatever stands below a unit. */
export const mayBelow = (scope: UnitScope | null, path: readonly string[], act: UnitAct): boolean =>
  mayIn(scope, [...path, CHILD], act)

/** Ids of the units in which an act is open to a caller; null: all of them. */
export async function unitsFor(
  context: CallContext,
  act: UnitAct,
  db: Db | Tx = context.db,
): Promise<readonly string[] | null> {
  const scope = await unitScopeOf(context, db)
  if (scope === null) return null
  const rows = await db.selectFrom('organize').select(['id', 'path']).execute()
  return rows.filter(({ path }) => mayIn(scope, path, act)).map(({ id }) => id)
}

/** @throws ApiError 403 where an act is not open to the caller in a unit; `null` is the top, where nothing is */
export async function demandUnit(
  context: CallContext,
  unitId: string | null,
  act: UnitAct,
  db: Db | Tx = context.db,
): Promise<void> {
  const scope = await unitScopeOf(context, db)
  if (scope !== null && !mayIn(scope, await pathOf(db, unitId), act)) throw outOfUnits()
}

/** The same for what is made or put below a unit. */
export async function demandBelowUnit(
  context: CallContext,
  unitId: string | null,
  act: UnitAct,
  db: Db | Tx = context.db,
): Promise<void> {
  const scope = await unitScopeOf(context, db)
  if (scope !== null && !mayBelow(scope, await pathOf(db, unitId), act)) throw outOfUnits()
}

/** @throws ApiError 403 where an act is not open in all of these units, or there are none */
export async function demandUnits(
  context: CallContext,
  unitIds: readonly string[],
  act: UnitAct,
  db: Db | Tx,
): Promise<void> {
  const open = await unitsFor(context, act, db)
  if (open === null) return
  const known = new Set(open)
  if (unitIds.length === 0 || !unitIds.every((id) => known.has(id))) throw outOfUnits()
}

/**
 * @throws ApiError 403 where the caller's administration is bounded and a person is themselves, stands in a unit in which the act
 * is not open, is a super administrator, or administers a unit at or above one of theirs
 */
export async function demandPerson(
  context: CallContext,
  tx: Db | Tx,
  userId: string,
  act: UnitAct,
): Promise<void> {
  const scope = await unitScopeOf(context, tx)
  if (scope === null) return
  if (userId === context.user.userId) throw new ApiError(CODE.forbidden, '@permission.notYourself')
  const { rows } = await sql<{ units: string[]; is_administrator: boolean; above: boolean }>`
    select is_administrator,
      array(select organize_id from user_organize where user_id = user_account.id) as units,
      exists (
        select from layered_unit theirs, layered_unit own join organize on organize.id = own.organize_id
        where theirs.user_id = user_account.id and own.user_id = ${context.user.userId}
          and theirs.organize_id = any(organize.path)) as above
    from user_account where id = ${userId}`.execute(tx)
  const [person] = rows
  if (!person) return
  if (person.is_administrator || person.above) throw new ApiError(CODE.forbidden, '@people.aboveYou')
  await demandUnits(context, person.units, act, tx)
}

/** @throws ApiError 403 where the caller's administration is bounded: what is of no unit is changed by others */
export async function demandUnbounded(context: CallContext, db: Db | Tx = context.db): Promise<void> {
  if ((await unitScopeOf(context, db)) !== null) throw outOfUnits()
}

/** What somebody may grant by what they have, within the menus and systems that bound them. */
export function grantable(own: Authority, scope: UnitScope | null): Authority {
  if (scope === null) return own
  const within = (kind: Parameters<Authority['has']>[0], id: string) =>
    (kind === 'system' ? scope.systemIds : scope.moduleIds).has(id)
  return {
    ...own,
    codesOf: (kind, menuId) => (within(kind, menuId) ? own.codesOf(kind, menuId) : new Set()),
    has: (kind, menuId, code) => within(kind, menuId) && own.has(kind, menuId, code),
  }
}

async function pathOf(db: Db | Tx, unitId: string | null): Promise<readonly string[]> {
  if (unitId === null) return []
  const row = await db.selectFrom('organize').select('path').where('id', '=', unitId).executeTakeFirst()
  return row?.path ?? []
}

const outOfUnits = () => new ApiError(CODE.forbidden, '@permission.outOfUnits')

/** People who stand in one of these units; `null`: everybody. Of a query over `user_account`, or of a column of ids. */
export const standsIn = (units: readonly string[] | null, person = 'user_account.id') =>
  units === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(person)} in (
        select user_id from user_organize where organize_id = any(${[...units]}::text[]))`

/** @throws ApiError 403 where the caller's administration is bounded and a person stands in none of their units, nor is themselves */
export async function demandSeen(
  context: CallContext,
  userId: string,
  db: Db | Tx = context.db,
): Promise<void> {
  const open = await unitsFor(context, 'select', db)
  if (open === null || userId === context.user.userId) return
  const seen = await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .where(standsIn(open))
    .executeTakeFirst()
  if (!seen) throw outOfUnits()
}

/** @throws ApiError 403 where the caller's administration is bounded and a role is for everybody or bound to other units */
export async function demandRole(
  context: CallContext,
  db: Db | Tx,
  roleId: string,
  act: UnitAct,
): Promise<void> {
  const rows = await db
    .selectFrom('role_organize')
    .select('organize_id')
    .where('role_id', '=', roleId)
    .execute()
  await demandUnits(
    context,
    rows.map(({ organize_id }) => organize_id),
    act,
    db,
  )
}

/** The same for whatever is granted something by itself; permission groups and groups of people stand in no unit. */
export async function demandSubject(
  context: CallContext,
  db: Db | Tx,
  { subject, id }: { readonly subject: Subject | null; readonly id: string },
  act: 'select' | 'edit',
): Promise<void> {
  if (subject === 'user')
    return act === 'edit' ? demandPerson(context, db, id, act) : demandSeen(context, id, db)
  if (subject === 'role') return demandRole(context, db, id, act)
  if (subject === 'organize') return demandUnit(context, id, act, db)
  if (subject !== 'position') return demandUnbounded(context, db)
  const position = await db
    .selectFrom('position')
    .select('organize_id')
    .where('id', '=', id)
    .executeTakeFirst()
  await demandUnit(context, position?.organize_id ?? null, act, db)
}
