import { type Reach, reachOf, widening } from '@runtime/permission/reach'
import type { DataScheme } from '@runtime/permission/scope'
import { sql } from 'kysely'
import type { Tx } from '../../../module'
import { principalFor, schemesOf } from './schemes'

/** What of records a person reaches by their data schemes and where they stand, by menu entry. */
export type ReachByMenu = ReadonlyMap<string, Reach>

export async function readReach(tx: Tx, userId: string): Promise<ReachByMenu> {
  const { rows } = await sql<{ menu_id: string; codes: string[] }>`
    select menu_id, array_agg(distinct code) as codes from permission_held join permission_grant using (set_id)
    where user_id = ${userId} and kind = 'data' group by menu_id`.execute(tx)
  const held = new Map<string, readonly DataScheme[]>()
  for (const { menu_id, codes } of rows) held.set(menu_id, await schemesOf(tx, menu_id, new Set(codes)))
  const principal = await principalFor(tx, userId, [...held.values()].flat())
  return new Map([...held].map(([menuId, schemes]) => [menuId, reachOf(schemes, principal)]))
}

/**
 * Whether more of the records is reached than before. People and units that this transaction makes have none yet: who makes a
 * department below their own, or a person who works for them, reaches nothing by it that there was.
 */
export async function isWider(tx: Tx, before: ReachByMenu, after: ReachByMenu): Promise<boolean> {
  const gained = [...new Set([...after].flatMap(([menuId, reach]) => widening(before.get(menuId), reach)))]
  if (gained.length === 0) return false
  const { rows } = await sql<{ id: string }>`
    select id from user_account where id = any(${gained}::text[]) and created_at = now()
    union select id from organize where id = any(${gained}::text[]) and created_at = now()`.execute(tx)
  return rows.length < gained.length
}
