import type { Scope } from '@runtime/permission/scope'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import type { ReportRight, Requester } from '../data-interface/requester'
import { rightsOf } from './rights'

/**
 * What a person may see of the models that a statement may name: as in the model's own list, own records alone where the
 * model says so, and no field that is closed in the form or the list. A model that is not in their menu is empty.
 */
export async function reportRequester(
  db: Db,
  services: Services,
  context: CallContext,
  statement: string,
): Promise<Requester> {
  const user = context.user.userId
  if (context.user.isAdministrator) return { user, everything: true }
  const text = statement.toLowerCase()
  const released = await db
    .selectFrom('model')
    .select(['id', 'en_code'])
    .where('released_version', '>', 0)
    .execute()
  const models: Record<string, ReportRight> = {}
  for (const { id, en_code } of released) {
    if (!text.includes(en_code.toLowerCase())) continue
    const right = await rightOver(context, services, id)
    if (right) models[id] = right
  }
  return { user, models }
}

/** What a scope gives by owners or units. What it gives by values of fields no report view knows: of that it shows nothing. */
function principalsIn(scope: Scope, column: 'owner' | 'organize'): readonly string[] {
  if (scope.kind === 'any') return scope.of.flatMap((part) => principalsIn(part, column))
  return scope.kind === 'principal' && scope.column === column ? scope.in : []
}

/** None where the caller may not see the model. */
async function rightOver(
  context: CallContext,
  services: Services,
  modelId: string,
): Promise<ReportRight | null> {
  try {
    const model = await services.models.current(modelId)
    const rights = await rightsOf(context, services, model)
    const closed = [...model.form.fields.values()].filter((field) => !rights.open(field, 'elsewhere'))
    return {
      all: rights.scope.kind === 'everybodys',
      owners: principalsIn(rights.scope, 'owner'),
      units: principalsIn(rights.scope, 'organize'),
      hidden: closed.map(({ path }) => path),
    }
  } catch (error) {
    if (error instanceof ApiError && (error.code === CODE.notFound || error.code === CODE.forbidden))
      return null
    throw error
  }
}
