import { type RawBuilder, sql } from 'kysely'
import type { CallContext } from '../../../module'
import { standsIn, unitsFor } from '../permission/layered/scope'

/** A column of who did what an entry tells of. */
type Actor = 'audit.user_id' | 'log_entry.user_id'

/** Holds for entries that a caller reads: all of them, or those of people within their units and their own (`design/administration.md §2.5`). */
export async function isInSight(context: CallContext, actor: Actor): Promise<RawBuilder<boolean>> {
  const units = await unitsFor(context, 'select')
  return sql<boolean>`(${standsIn(units, actor)} or ${sql.ref(actor)} = ${context.user.userId})`
}

/** Holds for entries that a caller may delete: where their administration is bounded never their own, which tell of themselves. */
export async function isErasable(context: CallContext): Promise<RawBuilder<boolean>> {
  const actor: Actor = 'log_entry.user_id'
  const units = await unitsFor(context, 'delete')
  if (units === null) return sql<boolean>`true`
  return sql<boolean>`(${standsIn(units, actor)} and ${sql.ref(actor)} <> ${context.user.userId})`
}
