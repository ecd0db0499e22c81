import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { compileScope, type Principal, scopeConditions } from '@runtime/permission/scope'
import type { Db, Services } from '../../../module'
import { customSchemesOf } from '../../platform/permission/schemes'
import type { ReleasedModel } from '../visual-development/released'
import { pathsOf } from './keys/plan'

/** Most fields that get an index because schemes test them; each makes every write of the model's records a little slower. */
const MOST = 12

/** Somebody who has everything that a scheme may ask after. */
const SOMEBODY: Principal = {
  ...{ userId: '-', subordinateIds: ['-'], departments: ['-'], departmentsBelow: ['-'] },
  ...{ companies: ['-'], companiesBelow: ['-'], managed: ['-'], managedBelow: ['-'] },
}

/** The fields by which the data schemes of a model's menu entry say who reaches its records. */
export async function testedFields(
  db: Db,
  services: Services,
  model: ReleasedModel,
): Promise<readonly FieldPlan[]> {
  const place = model.list?.permissions?.data ? await services.menu.entryOf(model.id) : undefined
  if (!place) return []
  const schemes = await customSchemesOf(db, place.id)
  const conditions = schemes.flatMap((scheme) =>
    scopeConditions(compileScope([scheme], SOMEBODY, model.form)),
  )
  return [...new Set(conditions.flatMap(pathsOf))]
    .flatMap((path) => model.form.fields.get(path) ?? [])
    .filter((field) => field.table === undefined && !isSecret(field))
    .slice(0, MOST)
}
