import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import { outsideRights } from '../../../database/guard'
import { ApiError } from '../../../http/errors'
import type { CallContext, Tx } from '../../../module'
import type { UnitAct } from '../../../unit-right'
import { covers, readAuthority } from './authority'
import { EVERYBODY, type Held } from './held'
import { grantable, mayGive, scopeOfUser, type UnitScope } from './layered/scope'
import { isWider, readReach } from './reach'
import type { Grant } from './sets'

/**
 * What people have by who they are and where they stand, beside what permission sets grant: rights in projects, interfaces
 * they may run. Who changes people, units, positions, roles and groups gives none of it to anybody who would then have more
 * than they have themselves (administration §2.5).
 */
export interface Holdings {
  /**
   * Adds what a module gives to people by their memberships: a statement that answers `user_id, what` of everybody.
   * @param isWatched whether browsers are told when their person's is another; what decides it has to raise the authority's epoch.
   */
  add(statement: RawBuilder<Held>, isWatched?: boolean): void
  /** The statements of what browsers are told of. */
  watched(): readonly RawBuilder<Held>[]
  /**
   * Runs a write; refused with 403 where somebody has by it what the caller has not, or the caller reaches records that were out
   * of their reach: by their place, by whose manager they are, by a move. Administrators have everything.
   */
  withinOwn<T>(context: CallContext, tx: Tx, write: () => Promise<T>): Promise<T>
  /** Refuses with 403 to grant what the caller has not; administrators have everything. */
  demandOwn(context: CallContext, tx: Tx, grants: readonly Grant[]): Promise<void>
  /** Refuses with 403 to give a thing that the caller has not, `interface/1234`; administrators have everything. */
  demandHeld(context: CallContext, tx: Tx, what: string): Promise<void>
  /** Refuses with 403 to act on an account that may more than the caller. */
  demandNotAbove(context: CallContext, tx: Tx, userId: string): Promise<void>
}

declare module '../../../module' {
  interface Services {
    holdings: Holdings
  }
}

const SETS = sql<Held>`select user_id, 'set/' || set_id as what from permission_held`
/** Who sees a page of people, units or rights and is not bounded administers all units; who is bounded, those that are named. */
const ADMINISTERS = sql`
  select held.user_id from permission_held held join permission_grant using (set_id)
  where kind = 'menu' and menu_id like 'permission.%'`
const UNITS = sql<Held>`
  select user_id, 'units' as what from (${ADMINISTERS}) administering
  where user_id not in (select user_id from layered_administrator)
  union all
  select user_id, concat_ws('/', 'unit', layer, act, array_to_string(path, ',')) as what from (
    select user_id, organize_id, 'thisLayer' as layer, unnest(this_layer) as act from layered_unit
    union all select user_id, organize_id, 'subLayer', unnest(sub_layer) from layered_unit
  ) given join organize on organize.id = organize_id where user_id in (${ADMINISTERS})`
const SET = 'set/'

export function createHoldings(): Holdings {
  const statements: RawBuilder<Held>[] = [SETS, UNITS]
  const watched: RawBuilder<Held>[] = []

  const heldBy = async (tx: Tx, userId?: string) => {
    const { rows } = await sql<Held>`
      select distinct user_id, what from (${sql.join(statements, sql` union all `)}) held
      where ${userId === undefined ? sql`true` : sql`user_id in (${userId}, ${EVERYBODY})`}`.execute(tx)
    return rows
  }
  /** Of what is held, what a caller with these things and these grants has not. */
  const lacking = async (tx: Tx, held: Iterable<string>, own: Own): Promise<boolean> => {
    const sets: string[] = []
    for (const what of held) {
      if (own.things.has(what) || administers(own, what)) continue
      if (!what.startsWith(SET)) return true
      sets.push(what.slice(SET.length))
    }
    if (sets.length === 0) return false
    const grants = await tx
      .selectFrom('permission_grant')
      .select(['kind', 'menu_id', 'code'])
      .distinct()
      .where(sql<boolean>`set_id = any(${sets}::text[])`)
      .execute()
    return grants.some((grant) => !covers(own.authority, grant))
  }
  const ownOf = async (tx: Tx, userId: string): Promise<Own> => ({
    authority: grantable(await readAuthority(tx, userId), await scopeOfUser(tx, userId)),
    scope: await scopeOfUser(tx, userId),
    things: new Set((await heldBy(tx, userId)).map(({ what }) => what)),
  })

  return {
    add(statement, isWatched = false) {
      statements.push(statement)
      if (isWatched) watched.push(statement)
    },
    watched: () => watched,
    withinOwn: (context, tx, write) => {
      const { userId, isAdministrator } = context.user
      if (isAdministrator) return write()
      return (async () => {
        const [before, own, reach] = await outsideRights(
          async () => [await heldBy(tx), await ownOf(tx, userId), await readReach(tx, userId)] as const,
        )
        const known = new Set(before.map(keyOf))
        const done = await write()
        const isGift = await outsideRights(async () => {
          const gained = (await heldBy(tx)).filter((held) => !known.has(keyOf(held)))
          if (await lacking(tx, new Set(gained.map(({ what }) => what)), own)) return true
          return isWider(tx, reach, await readReach(tx, userId))
        })
        if (isGift) throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
        return done
      })()
    },
    async demandOwn({ user }, tx, grants) {
      if (user.isAdministrator || grants.length === 0) return
      const { authority } = await outsideRights(() => ownOf(tx, user.userId))
      if (grants.some((grant) => !covers(authority, grant)))
        throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
    },
    async demandHeld({ user }, tx, what) {
      if (user.isAdministrator) return
      const held = await outsideRights(() => heldBy(tx, user.userId))
      if (!held.some((own) => own.what === what)) throw new ApiError(CODE.forbidden, '@people.notYoursToGive')
    },
    async demandNotAbove({ user }, tx, userId) {
      if (user.isAdministrator || userId === user.userId) return
      const isAbove = await outsideRights(async () => {
        const account = await tx
          .selectFrom('user_account')
          .select('is_administrator')
          .where('id', '=', userId)
          .executeTakeFirst()
        if (account?.is_administrator) return true
        const held = (await heldBy(tx, userId)).map(({ what }) => what)
        return lacking(tx, held, await ownOf(tx, user.userId))
      })
      if (isAbove) throw new ApiError(CODE.forbidden, '@people.aboveYou')
    },
  }
}

interface Own {
  readonly authority: Awaited<ReturnType<typeof readAuthority>>
  readonly things: ReadonlySet<string>
  /** What bounds the person's administration; null: nothing. */
  readonly scope: UnitScope | null
}

/** Whether somebody administers an act in a unit that another one does. */
function administers({ things, scope }: Own, what: string): boolean {
  const [kind, layer, act, path = ''] = what.split('/')
  if (kind !== 'unit') return false
  if (scope === null) return things.has('units')
  return mayGive(scope, path.split(','), layer as 'thisLayer' | 'subLayer', act as UnitAct)
}

const keyOf = ({ user_id, what }: Held) => `${user_id} ${what}`
