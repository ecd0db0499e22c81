import type { ListPlan } from '@runtime/list/plan'
import { defaultsOf } from './address-search'
import type { ListQuery } from './source'

/** Without paging a list asks for everything there is, up to this. */
export const UNPAGED = 10_000

/** What a list asks for that nobody has set anything of. */
export function startOf(plan: ListPlan): ListQuery {
  return {
    currentPage: 1,
    pageSize: plan.paging?.pageSize ?? UNPAGED,
    sort: plan.sort?.order ?? '',
    sidx: plan.sort?.field ?? '',
    search: defaultsOf(plan),
    superQuery: null,
  }
}
