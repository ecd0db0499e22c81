import { type RawBuilder, sql } from 'kysely'
import { obstaclesOf, refuseObstacles, type SoughtObstacle } from '../../../http/obstacles'
import type { CallContext, Tx } from '../../../module'
import { standsIn, unitsFor } from '../permission/layered/scope'
import { roleName } from './role/roles'

/** Units that are open to the caller; null: all of them. What stands elsewhere is counted and not named. */
type Open = readonly string[] | null

const people = (
  open: Open,
  message: string,
  of: RawBuilder<unknown>,
  kind = '@people.obstacle.people',
): SoughtObstacle => ({
  message,
  kind,
  page: 'permission.user',
  rows: sql`select case when ${standsIn(open)} then real_name end as name, account as keyword
    from user_account where id in (${of})`,
})
const units = (
  open: Open,
  message: string,
  where: RawBuilder<unknown>,
  kind = '@people.obstacle.units',
): SoughtObstacle => ({
  message,
  kind,
  page: 'permission.organize',
  rows: sql`select case when ${open === null ? sql`true` : sql`id = any(${[...open]}::text[])`} then full_name end as name,
    en_code as keyword from organize where ${where}`,
})

/** Says what stands in a unit: units, people, positions, roles that are bound to it. @throws ApiError 400 */
export async function refuseFilledUnit(context: CallContext, tx: Tx, id: string): Promise<void> {
  await refuse(context, tx, (open) => [
    units(open, '@people.unitHasUnits', sql`parent_id = ${id}`),
    people(open, '@people.unitHasPeople', sql`select user_id from user_organize where organize_id = ${id}`),
    {
      ...{ message: '@people.unitHasPositions', kind: '@people.obstacle.positions' },
      page: 'permission.position',
      rows: sql`select full_name as name, en_code as keyword from position where organize_id = ${id}`,
    },
    {
      message: '@people.unitHasRoles',
      kind: '@people.obstacle.roles',
      page: 'permission.role',
      rows: sql`select full_name as name, en_code as keyword from role
        where id in (select role_id from role_organize where organize_id = ${id})`,
      nameOf: (stored) => roleName({ full_name: stored }, context.text),
    },
  ])
}

/** @throws ApiError 400 where somebody holds it */
export const refuseHeldPosition = (context: CallContext, tx: Tx, id: string): Promise<void> =>
  refuse(context, tx, (open) => [
    people(open, '@people.positionHeld', sql`select user_id from user_position where position_id = ${id}`),
  ])

/** @throws ApiError 400 where somebody has it */
export const refuseHeldRole = (context: CallContext, tx: Tx, id: string): Promise<void> =>
  refuse(context, tx, (open) => [
    people(open, '@people.roleHeld', sql`select user_id from user_role where role_id = ${id}`),
  ])

/** @throws ApiError 400 where somebody is in it */
export const refuseFilledGroup = (context: CallContext, tx: Tx, id: string): Promise<void> =>
  refuse(context, tx, (open) => [
    people(
      open,
      '@people.groupHasMembers',
      sql`select user_id from user_group_member where group_id = ${id}`,
    ),
  ])

/** Says whom and what a person leads. @throws ApiError 400 */
export const refuseLeader = (context: CallContext, tx: Tx, id: string): Promise<void> =>
  refuse(context, tx, (open) => [
    people(
      open,
      '@people.managesPeople',
      sql`select person.id from user_account person where person.manager_id = ${id}`,
      '@people.obstacle.managed',
    ),
    units(open, '@people.managesUnits', sql`manager_id = ${id}`, '@people.obstacle.led'),
  ])

async function refuse(
  context: CallContext,
  tx: Tx,
  soughtOf: (open: Open) => readonly SoughtObstacle[],
): Promise<void> {
  const open = await unitsFor(context, 'select', tx)
  await refuseObstacles(context, await obstaclesOf(tx, soughtOf(open)))
}
