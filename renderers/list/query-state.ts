import { fittingFilters } from '@runtime/list/column-filters'
import { decodeDraft, encodeQuery } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'
import { useCallback, useEffect, useState } from 'react'
import { defaultsOf } from './address-search'
import { startOf, UNPAGED } from './list-start'
import type { ListQuery } from './source'

/** What a person set of a list: kept while the tab lives, so that coming back finds it as it was left. */
export interface QueryState {
  readonly query: ListQuery
  /** Changes members; whatever they are, the first page is shown unless a page is given. `quiet`: nobody did it. */
  set(change: Partial<ListQuery>, how?: { readonly quiet?: boolean }): void
  reset(): void
}

/** Whether what is changed next was done by somebody: such a change is one to go back from. */
export interface Acted {
  current: boolean
}

/**
 * @param start what a list begins with that nobody has left; default: as its document says
 * @param given all that it is asked for, where an address says that; it comes before what was left
 * @param acted told when somebody changes it
 */
export function useQueryState(
  plan: ListPlan,
  key: string,
  start?: Partial<ListQuery> | null,
  given: ListQuery | null = null,
  acted?: Acted,
): QueryState {
  const [query, setQuery] = useState(() => given ?? recall(key, plan) ?? { ...startOf(plan), ...start })
  useEffect(() => keep(key, query), [key, query])
  const set = useCallback<QueryState['set']>(
    (change, { quiet = false } = {}) => {
      if (acted && !quiet) acted.current = true
      setQuery((known) => withoutNone({ ...known, currentPage: 1, ...change }))
    },
    [acted],
  )
  const reset = useCallback(() => {
    if (acted) acted.current = true
    setQuery((known) => ({ ...startOf(plan), pageSize: known.pageSize }))
  }, [plan, acted])
  return { query, set, reset }
}

/** Without filters a list is asked as one that never had any. */
function withoutNone({ filters, ...query }: ListQuery): ListQuery {
  return filters && Object.keys(filters).length > 0 ? { ...query, filters } : query
}

const sameSearch = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** Whether rows are looked for, by more than the list begins with; a node of the tree beside them is a place, not a search. */
export function isSearched(plan: ListPlan, { search, superQuery, keyword, filters }: ListQuery): boolean {
  const { [plan.tree?.field ?? '']: _place, ...values } = search
  return (
    superQuery !== null || filters !== undefined || !isBlank(keyword) || !sameSearch(values, defaultsOf(plan))
  )
}

/** Whether anything is left out of a list by what it is asked for. */
export function isFilteredAtAll({ search, superQuery, keyword, filters }: ListQuery): boolean {
  return superQuery !== null || filters !== undefined || !isBlank(keyword) || !isBlank(Object.values(search))
}

/** What was kept of a list, as far as the list still has it: a changed one must not be asked for fields that are gone. */
export function fitting(kept: Omit<ListQuery, 'currentPage'>, plan: ListPlan): typeof kept {
  const known = new Set([...plan.search.map(({ path }) => path), plan.tree?.field])
  const search = Object.fromEntries(Object.entries(kept.search).filter(([path]) => known.has(path)))
  const sortable = plan.columns.some(({ path, sortable: may }) => may && path === kept.sidx)
  const order = sortable ? {} : { sort: plan.sort?.order ?? '', sidx: plan.sort?.field ?? '' }
  const pageSize = plan.paging ? kept.pageSize : UNPAGED
  const { filters: given, ...rest } = kept
  const filters = fittingFilters(plan, given)
  const superQuery = knownConditions(kept.superQuery, plan)
  return { ...rest, ...order, search, pageSize, superQuery, ...(filters && { filters }) }
}

/** Conditions on fields that there are still; null where none is left. */
function knownConditions(superQuery: unknown, { superQuery: offered, queryable }: ListPlan): object | null {
  if (!offered || superQuery === null || superQuery === undefined) return null
  return encodeQuery(decodeDraft(superQuery, queryable), queryable)
}

const PREFIX = 'loam_list_'

function keep(key: string, query: ListQuery): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(query))
  } catch {
    // A full or closed storage only costs the memory of the place.
  }
}

/** Whether somebody has left something of a list in this tab. */
export function isKept(key: string): boolean {
  try {
    return sessionStorage.getItem(PREFIX + key) !== null
  } catch {
    return false
  }
}

function recall(key: string, plan: ListPlan): ListQuery | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as ListQuery | null
    if (!kept || typeof kept.currentPage !== 'number') return null
    return { ...fitting(kept, plan), currentPage: kept.currentPage }
  } catch {
    return null
  }
}
