import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { asRead } from '../../../../database/reading'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Tx } from '../../../../module'
import type { MemberTarget } from './objects'

/** People that a refusal names; of more it says that there are more. */
const NAMED = 3

/** Refuses people whom something is not for: a position of another unit, a role that is bound to others. */
export async function refuseStrangers(
  context: CallContext,
  tx: Tx,
  { objectType, id }: MemberTarget,
  userIds: readonly string[],
): Promise<void> {
  if (objectType === 'Position')
    await refuseAny(context, '@people.membersOfOtherUnit', tx, userIds, [
      sql<boolean>`not exists (
        select from user_organize own join position on position.organize_id = own.organize_id
        where own.user_id = user_account.id and position.id = ${id})`,
    ])
  if (objectType === 'Role')
    await refuseAny(context, '@people.membersOfOtherUnits', tx, userIds, [
      sql<boolean>`not exists (select from role where id = ${id} and is_global)`,
      sql<boolean>`not exists (
        select from user_organize own join organize unit on unit.id = own.organize_id
        join role_organize bound on bound.organize_id = any(unit.path)
        where own.user_id = user_account.id and bound.role_id = ${id})`,
    ])
}

/** Refuses to take people out of a unit in whose positions they are, whose roles they have, or that is their only one. */
export async function refuseLeaving(
  context: CallContext,
  tx: Tx,
  { objectType, id }: MemberTarget,
  userIds: readonly string[],
): Promise<void> {
  if (objectType !== 'Organize') return
  await refuseAny(context, '@people.membersOfOneUnit', tx, userIds, [
    sql<boolean>`not exists (
      select from user_organize other where other.user_id = user_account.id and other.organize_id <> ${id})`,
  ])
  await refuseAny(context, '@people.membersHoldPositions', tx, userIds, [
    sql<boolean>`exists (
      select from user_position held join position on position.id = held.position_id
      where held.user_id = user_account.id and position.organize_id = ${id})`,
  ])
  const fits = (where: RawBuilder<boolean>) => sql<boolean>`exists (
    select from user_organize own join organize unit on unit.id = own.organize_id
    join role_organize bound on bound.organize_id = any(unit.path)
    where own.user_id = user_account.id and bound.role_id = role.id and ${where})`
  await refuseAny(context, '@people.membersHaveRoles', tx, userIds, [
    sql<boolean>`exists (
      select from user_role has join role on role.id = has.role_id and not role.is_global
      where has.user_id = user_account.id
        and ${fits(sql`unit.id = ${id}`)} and not ${fits(sql`unit.id <> ${id}`)})`,
  ])
}

/** Refuses those of the people to whom all of this applies, by their names. */
async function refuseAny(
  context: CallContext,
  message: string,
  tx: Tx,
  userIds: readonly string[],
  applies: readonly RawBuilder<boolean>[],
): Promise<void> {
  let people = tx
    .selectFrom('user_account')
    .select('real_name')
    .where(sql<boolean>`user_account.id = any(${[...userIds]}::text[])`)
  for (const one of applies) people = people.where(one)
  const found = await people
    .orderBy(asRead('account'))
    .limit(NAMED + 1)
    .execute()
  if (found.length === 0) return
  const names = found
    .slice(0, NAMED)
    .map(({ real_name }) => real_name)
    .join(context.text('@server.comma'))
  const params = { names: found.length > NAMED ? `${names}…` : names }
  throw new ApiError(CODE.badRequest, message, {
    params,
    errors: [{ path: 'userIds', message: context.text(message, params) }],
  })
}
