import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { Condition } from '@runtime/list'
import { compileScope, type DataScheme, type Principal, scopeConditions } from '@runtime/permission/scope'
import type { Db, Services } from '../../../module'
import { customSchemesOf } from '../../platform/permission/schemes'
import type { ReleasedModel } from '../visual-development/released'

/** Most fields that get an index because schemes test them; each makes every write of the model's records a little slower. */
const MOST = 12
/** Most schemes that have an index of all that they test. */
const MOST_TOGETHER = 6

/** Somebody who has everything that a scheme may ask after. */
const SOMEBODY: Principal = {
  ...{ userId: '-', subordinateIds: ['-'], departments: ['-'], departmentsBelow: ['-'] },
  ...{ companies: ['-'], companiesBelow: ['-'], managed: ['-'], managedBelow: ['-'] },
}

/** The fields by which data schemes say who reaches a model's records. */
export interface TestedFields {
  readonly each: readonly FieldPlan[]
  /** Those of one scheme that tests several, as an index has them: what is compared for sameness first. */
  readonly together: readonly (readonly FieldPlan[])[]
}

/** Of the schemes of a model's menu entry. */
export async function testedFields(db: Db, services: Services, model: ReleasedModel): Promise<TestedFields> {
  const place = model.list?.permissions?.data ? await services.menu.entryOf(model.id) : undefined
  if (!place) return { each: [], together: [] }
  const schemes = await customSchemesOf(db, place.id)
  const tested = schemes.map((scheme) => fieldsOf(model, scheme))
  return {
    each: [...new Set(tested.flat())].slice(0, MOST),
    together: tested.filter((fields) => fields.length > 1).slice(0, MOST_TOGETHER),
  }
}

/** The fields that a scheme tests and an index can be had of, what is compared for sameness first. */
export function fieldsOf({ form }: ReleasedModel, scheme: DataScheme): readonly FieldPlan[] {
  const tests = scopeConditions(compileScope([scheme], SOMEBODY, form)).flatMap(testsIn)
  const same = tests.filter(({ operator }) => operator === 'equals' || operator === 'in')
  return [...new Set([...same, ...tests].map(({ path }) => path))]
    .flatMap((path) => form.fields.get(path) ?? [])
    .filter((field) => field.table === undefined && !isSecret(field))
}

type Test = Extract<Condition, { readonly kind: 'test' }>

const testsIn = (condition: Condition): readonly Test[] =>
  condition.kind === 'test' ? [condition] : condition.of.flatMap(testsIn)
