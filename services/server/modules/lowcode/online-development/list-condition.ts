import { isSecret } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import {
  type Condition,
  decodeQuery,
  decodeSuperQuery,
  type ListPlan,
  propOfPath,
  QueryError,
} from '@runtime/list'
import type { onlineDevelopmentCalls } from '@services/contract/areas/lowcode/online-development'
import type { InputOf } from '@services/contract/call'
import { TIME_ZONE } from '../../../time-zone'
import { shownFields } from './list-fields'
import type { RecordRights } from './rights'

export type ListInput = InputOf<(typeof onlineDevelopmentCalls)['onlineDevelopment.list']>

/** What the search, the super query and the keyword ask for together; null for everything. */
export function requestedCondition(
  form: FormPlan,
  list: ListPlan,
  input: ListInput,
  rights: RecordRights,
): Condition | null {
  const requested = [
    decodeQuery(list, input.queryJson, TIME_ZONE),
    decodeSuperQuery(list, input.superQueryJson),
  ]
  for (const condition of requested) refuseHidden(condition, form, rights)
  const conditions = [...requested, keywordCondition(list, input.keyword, rights)].filter(
    (condition) => condition !== null,
  )
  return conditions.length === 0 ? null : { kind: 'all', of: conditions }
}

/** Who may not see a field in the list may not find out its values by asking either. */
function refuseHidden(condition: Condition | null, form: FormPlan, rights: RecordRights): void {
  if (!condition) return
  if (condition.kind !== 'test') {
    for (const part of condition.of) refuseHidden(part, form, rights)
    return
  }
  const field = form.fields.get(condition.path)
  if (!field || !rights.open(field, 'list'))
    throw new QueryError('@list.unknownField', { field: propOfPath(condition.path) })
}

/** A keyword is looked for in every text that the list shows and that is searched by its parts. */
function keywordCondition(
  list: ListPlan,
  keyword: string | undefined,
  rights: RecordRights,
): Condition | null {
  const word = keyword?.trim()
  if (!word) return null
  const of = shownFields(list, rights)
    .filter((field) => field.definition?.filter?.includes('contains') && !isSecret(field))
    .map((field): Condition => ({ kind: 'test', path: field.path, operator: 'contains', value: word }))
  return { kind: 'any', of }
}
