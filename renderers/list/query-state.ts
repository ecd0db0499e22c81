import { isBlank } from '@runtime/list'
import { decodeDraft, encodeQuery } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageAddress } from '../page/address'
import { defaultsOf, searchIn, withSearch } from './address-search'
import type { ListQuery } from './source'

/** Without paging a list asks for everything there is, up to this. */
export const UNPAGED = 10_000

/** What a person set of a list: kept while the tab lives, so that coming back finds it as it was left. */
export interface QueryState {
  readonly query: ListQuery
  /** Changes members; whatever they are, the first page is shown unless a page is given. */
  set(change: Partial<ListQuery>): void
  reset(): void
}

/**
 * @param start what a list begins with that nobody has left; default: as its document says
 * @param address where its search stands, and is followed; null: it has none
 */
export function useQueryState(
  plan: ListPlan,
  key: string,
  start?: Partial<ListQuery> | null,
  address: PageAddress | null = null,
): QueryState {
  const [query, setQuery] = useState(() =>
    searched(recall(key, plan) ?? { ...startOf(plan), ...start }, plan, address),
  )
  useEffect(() => keep(key, query), [key, query])
  useAddress(plan, query, setQuery, address)
  const set = useCallback(
    (change: Partial<ListQuery>) => setQuery((known) => ({ ...known, currentPage: 1, ...change })),
    [],
  )
  const reset = useCallback(
    () => setQuery((known) => ({ ...startOf(plan), pageSize: known.pageSize })),
    [plan],
  )
  return { query, set, reset }
}

/** What is searched as an address says, from its first page on where that is news. */
function searched(query: ListQuery, plan: ListPlan, address: PageAddress | null): ListQuery {
  const search = address && searchIn(address.search, plan)
  if (!search || sameSearch(search, query.search)) return query
  return { ...query, search, superQuery: null, currentPage: 1 }
}

const sameSearch = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** Another address is another search; another search stands in the address. */
function useAddress(
  plan: ListPlan,
  query: ListQuery,
  setQuery: (change: (known: ListQuery) => ListQuery) => void,
  address: PageAddress | null,
): void {
  const { search } = query
  const shown = useRef(search)
  // Both at once with what is drawn: what is pressed next builds on it. Its own search first, which makes a late address an old one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the search is another.
  useLayoutEffect(() => {
    if (!address || sameSearch(shown.current, search)) return
    shown.current = search
    const now = address.now()
    const next = withSearch(now, plan, search)
    if (next !== now) address.change(next)
  }, [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address is another.
  useLayoutEffect(() => {
    if (address && address.search === address.now()) setQuery((known) => searched(known, plan, address))
  }, [address?.search])
}

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

/** Whether rows are looked for, by more than the list begins with; a node of the tree beside them is a place, not a search. */
export function isSearched(plan: ListPlan, { search, superQuery, keyword }: ListQuery): boolean {
  const { [plan.tree?.field ?? '']: _place, ...values } = search
  return superQuery !== null || !isBlank(keyword) || !sameSearch(values, defaultsOf(plan))
}

/** What was kept of a list, as far as the list still has it: a changed one must not be asked for fields that are gone. */
export function fitting(kept: Omit<ListQuery, 'currentPage'>, plan: ListPlan): typeof kept {
  const known = new Set([...plan.search.map(({ path }) => path), plan.tree?.field])
  const search = Object.fromEntries(Object.entries(kept.search).filter(([path]) => known.has(path)))
  const sortable = plan.columns.some(({ path, sortable: may }) => may && path === kept.sidx)
  const order = sortable ? {} : { sort: plan.sort?.order ?? '', sidx: plan.sort?.field ?? '' }
  const pageSize = plan.paging ? kept.pageSize : UNPAGED
  return { ...kept, ...order, search, pageSize, superQuery: knownConditions(kept.superQuery, plan) }
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
