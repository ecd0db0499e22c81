import type { WorkKind } from '@services/contract/areas/platform/hand-over'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { covers, readAuthority } from '../../permission/authority'
import { demandPerson, grantable, unitScopeOf, unitsFor } from '../../permission/layered/scope'

/** Whether the caller may give something of a kind from one person to another. */
export type MayMove = (kind: WorkKind, id: string) => Promise<boolean>

/**
 * What bounds a caller who hands over: units and people that they may change, permission groups where nothing bounds them, and
 * records of models all of whose records they reach and may grant. Roles, positions and groups are judged by what they give
 * (`withinOwn`); schedules go with the person.
 */
export async function boundsOf(context: CallContext, services: Services, tx: Tx): Promise<MayMove> {
  const { user } = context
  if (user.isAdministrator) return async () => true
  const scope = await unitScopeOf(context, tx)
  const open = await unitsFor(context, 'edit', tx)
  const own = grantable(await readAuthority(tx, user.userId), scope)
  const units = open && new Set(open)
  return async (kind, id) => {
    switch (kind) {
      case 'permissionGroup':
        return scope === null
      case 'unit':
        return units === null || units.has(id)
      case 'person':
        return isChangeable(context, services, tx, id)
      case 'record': {
        const entry = await services.menu.entryOf(id)
        if (!entry || !own.has('menu', entry.id)) return false
        return !entry.isScoped || covers(own, { kind: 'data', menu_id: entry.id, code: 'all' })
      }
      default:
        return true
    }
  }
}

/**
 * @throws ApiError 403 where the caller may not change one of the two, or would have the work of the other: a hand-over gives
 * nobody what they have not, and so nobody but a super administrator takes something over from others by themselves
 */
export async function demandBetween(
  context: CallContext,
  services: Services,
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { user } = context
  if (!user.isAdministrator && to === user.userId) throw new ApiError(CODE.forbidden, '@handOver.toYourself')
  for (const id of [from, to]) await demandChangeable(context, services, tx, id)
}

/** @throws ApiError 403 for who may more than the caller, and for who stands out of their units */
export async function demandChangeable(
  context: CallContext,
  { holdings }: Services,
  tx: Tx,
  id: string,
): Promise<void> {
  await holdings.demandNotAbove(context, tx, id)
  await demandPerson(context, tx, id, 'edit')
}

async function isChangeable(context: CallContext, services: Services, tx: Tx, id: string): Promise<boolean> {
  try {
    await demandChangeable(context, services, tx, id)
    return true
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === CODE.forbidden) return false
    throw problem
  }
}
