import type { FieldPlan } from '@runtime/form/plan'
import { propOfPath } from '@runtime/list'
import { type FieldRights, type Permissions, permissionsOf } from '@runtime/permission/permission'
import { compileScope, type DataScheme, type Scope } from '@runtime/permission/scope'
import { noRight } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { ACTS, type Act } from '../../../right'
import type { HeldCodes } from '../../platform/permission/authorities'
import { principalFor } from '../../platform/permission/schemes'
import type { ReleasedModel } from '../visual-development/released'
import { type Open, openTo } from './gate/open'
import { demandRecords } from './interface-rows'

/** What a caller may do with a model's records, by the model's menu entry. */
export interface RecordRights extends Pick<Permissions, 'button'> {
  /** Which records, whoever asks for them by whatever way. */
  readonly scope: Scope
  /** Which of their values, by which way: the one answer to that. */
  readonly open: Open
  /** What the model's form lets the person fill in. */
  readonly filling: FieldRights
}

/** Whether the person may fill in a field of the form; a column of a sub-table where its sub-table may be filled in. */
export function mayFill(
  { filling }: Pick<RecordRights, 'filling'>,
  { path, table }: Pick<FieldPlan, 'path' | 'table'>,
): boolean {
  return filling.fill(propOfPath(path)) && (table === undefined || filling.fill(table))
}

/** Rights that have been validated before the handler runs, which asks for the same. */
const demanded = new WeakMap<CallContext, { readonly model: ReleasedModel; readonly rights: RecordRights }>()

/** The released model that a call has been let to: asked for once a call, whoever of it needs it. */
export async function demandedModel(
  context: CallContext,
  services: Services,
  modelId: string,
): Promise<ReleasedModel> {
  const known = demanded.get(context)?.model
  return known?.id === modelId ? known : services.models.current(modelId)
}

/** What can be done with the rows of a data view. */
const OF_VIEWS: ReadonlySet<Act> = new Set(['read', 'export'])

/** Refuses a caller who may not do that with a model's records. @throws ApiError 404, 403 with the button's name, 400 for what needs records */
export async function demandModel(
  context: CallContext,
  services: Services,
  modelId: string,
  act: Act,
): Promise<void> {
  const model = await services.models.current(modelId)
  const rights = await rightsOf(context, services, model)
  demanded.set(context, { model, rights })
  if (!OF_VIEWS.has(act)) demandRecords(model)
  const button = ACTS[act]
  if (button === null || rights.button(button)) return
  const place = await services.menu.entryOf(model.id)
  throw await services.rights.refusal(`${place?.id ?? model.enCode}:${button}`, context.language)
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
  const own = user.isAdministrator ? undefined : await entryOf(context, services, model)
  const enforce = model.list?.permissions ?? { buttons: false, columns: false, form: false, data: false }
  const granted = permissionsOf(own?.entry, enforce, user.isAdministrator)
  return {
    button: granted.button,
    open: openTo(model, granted, enforce.columns && own?.place.isByColumn === true),
    filling: granted,
    scope:
      user.isAdministrator || !enforce.data
        ? { kind: 'everybodys' }
        : await scopeOf(services, model, user.userId, user.authorityEpoch),
  }
}

/** What the data schemes that a person holds give them; without one their own records, and all where the menu says so. */
export async function scopeOf(
  services: Services,
  model: ReleasedModel,
  userId: string,
  authorityEpoch?: number,
): Promise<Scope> {
  const held = await schemesHeld(services, model, userId, authorityEpoch)
  if (held === null) return { kind: 'everybodys' }
  const { schemes, principal } = await services.authorities.schemesHeld(userId, held)
  return compileScope(schemes, principal, model.form)
}

/** The codes of the data schemes that a person holds: without any that of their own records; null where no scheme is asked. */
export async function schemesHeld(
  services: Services,
  model: ReleasedModel,
  userId: string,
  authorityEpoch?: number,
): Promise<HeldCodes | null> {
  const place = await services.menu.entryOf(model.id)
  if (place && !place.isScoped) return null
  const authority = await services.authorities.of({
    userId,
    ...(authorityEpoch !== undefined && { authorityEpoch }),
  })
  const codes = place ? authority.codesOf('data', place.id) : new Set<string>()
  return { authority, menuId: place?.id ?? '', codes: codes.size === 0 ? new Set(['own']) : codes }
}

/** What schemes give a person. */
export async function scopeBy(
  db: Db,
  model: ReleasedModel,
  userId: string,
  schemes: readonly DataScheme[],
): Promise<Scope> {
  return compileScope(schemes, await principalFor(db, userId, schemes), model.form)
}

async function entryOf(context: CallContext, services: Services, model: ReleasedModel) {
  const place = await services.menu.entryOf(model.id)
  const entry = place && (await services.rights.permissionOf(context.user, place.id))
  if (entry) return { place, entry }
  throw place ? await services.rights.refusal(place.id, context.language) : noRight(model.enCode)
}
