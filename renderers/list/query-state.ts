import { isBlank } from '@runtime/list'
import { decodeDraft, encodeQuery } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { useCallback, useEffect, useState } from 'react'
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

/** @param start what a list begins with that nobody has left; default: as its document says */
export function useQueryState(plan: ListPlan, key: string, start?: Partial<ListQuery> | null): QueryState {
  const [query, setQuery] = useState(() => recall(key, plan) ?? { ...startOf(plan), ...start })
  useEffect(() => keep(key, query), [key, query])
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

/** What a list asks for that nobody has set anything of. */
export function startOf(plan: ListPlan): ListQuery {
  const search: Record<string, unknown> = {}
  for (const { path, defaultValue } of plan.search) if (!isBlank(defaultValue)) search[path] = defaultValue
  return {
    currentPage: 1,
    pageSize: plan.paging?.pageSize ?? UNPAGED,
    sort: plan.sort?.order ?? '',
    sidx: plan.sort?.field ?? '',
    search,
    superQuery: null,
  }
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
