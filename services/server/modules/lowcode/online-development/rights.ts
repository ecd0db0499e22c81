import { type Permissions, permissionsOf } from '@runtime/permission/permission'
import { noRight } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { ACTS, type Act } from '../../../right'
import type { ReleasedModel } from '../visual-development/released'

/** What a caller may do with a model's records, by the model's menu entry. */
export interface RecordRights extends Permissions {
  /** Sees the records of everybody, not only their own. */
  readonly everybodys: boolean
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
    everybodys: user.isAdministrator || !enforce.data,
  }
}

async function entryOf(context: CallContext, services: Services, model: ReleasedModel) {
  const place = await services.menu.entryOf(model.id)
  const entry = place && (await services.rights.permissionOf(context.user, place.id))
  if (!entry) throw noRight(place ? await services.rights.nameOf(place.id, context.language) : model.enCode)
  return entry
}
