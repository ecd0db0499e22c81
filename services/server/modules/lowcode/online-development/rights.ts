import { type Permissions, permissionsOf } from '@runtime/permission/permission'
import { compileScope, type Scope } from '@runtime/permission/scope'
import { noRight } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { ACTS, type Act } from '../../../right'
import { principalFor, schemesOf } from '../../platform/permission/schemes'
import type { ReleasedModel } from '../visual-development/released'

/** What a caller may do with a model's records, by the model's menu entry. */
export interface RecordRights extends Permissions {
  /** Which records, whoever asks for them by whatever way. */
  readonly scope: Scope
}

/** Rights that have been validated before the handler runs, which asks for the same. */
const demanded = new WeakMap<CallContext, { readonly model: ReleasedModel; readonly rights: RecordRights }>()

/** Refuses a caller who may not do that with a model's records. @throws ApiError 404, 403 with the button's name */
export async function demandModel(
  context: CallContext,
  services: Services,
  modelId: string,
  act: Act,
): Promise<void> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  demanded.set(context, { model, rights })
  const button = ACTS[act]
  if (button === null || rights.button(button)) return
  const place = await services.menu.entryOf(model.id)
  throw noRight(await services.rights.nameOf(`${place?.id ?? model.enCode}:${button}`, context.language))
}

/**
 * The caller's rights over a model. A model that is in the menu is for those who see the entry; one that is not, for
 * administrators alone.
 * @throws ApiError 403
 */
export async function rightsOf(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
): Promise<RecordRights> {
  const known = demanded.get(context)
  if (known?.model === model) return known.rights
  const { user } = context
  const entry = user.isAdministrator ? undefined : await entryOf(context, services, model)
  const enforce = model.list?.permissions ?? { buttons: false, columns: false, form: false, data: false }
  return {
    ...permissionsOf(entry, enforce, user.isAdministrator),
    scope:
      user.isAdministrator || !enforce.data
        ? { kind: 'everybodys' }
        : await scopeOf(context, services, model, user.userId, user.authorityEpoch),
  }
}

/** What the data schemes that a person holds give them; without one their own records, and all where the menu says so. */
export async function scopeOf(
  { db }: Pick<CallContext, 'db'>,
  services: Services,
  model: ReleasedModel,
  userId: string,
  authorityEpoch?: number,
): Promise<Scope> {
  const place = await services.menu.entryOf(model.id)
  if (place && !place.isScoped) return { kind: 'everybodys' }
  const authority = await services.authorities.of({
    userId,
    ...(authorityEpoch !== undefined && { authorityEpoch }),
  })
  const codes = place ? authority.codesOf('data', place.id) : new Set<string>()
  const schemes = codes.size === 0 ? [{ kind: 'own' } as const] : await schemesOf(db, place?.id ?? '', codes)
  return compileScope(schemes, await principalFor(db, userId, schemes), model.form)
}

async function entryOf(context: CallContext, services: Services, model: ReleasedModel) {
  const place = await services.menu.entryOf(model.id)
  const entry = place && (await services.rights.permissionOf(context.user, place.id))
  if (!entry) throw noRight(place ? await services.rights.nameOf(place.id, context.language) : model.enCode)
  return entry
}
