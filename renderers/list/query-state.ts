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

export function useQueryState(plan: ListPlan, key: string): QueryState {
  const [query, setQuery] = useState(() => recall(key, plan) ?? startOf(plan))
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

function startOf(plan: ListPlan): ListQuery {
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

export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isBlank)
  return value === undefined || value === null || value === ''
}

const PREFIX = 'loam_list_'

function keep(key: string, query: ListQuery): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(query))
  } catch {
    // A full or closed storage only costs the memory of the place.
  }
}

/** What was kept, as far as the list still has it: a changed model must not be asked for fields that are gone. */
function recall(key: string, plan: ListPlan): ListQuery | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as ListQuery | null
    if (!kept || typeof kept.currentPage !== 'number') return null
    const known = new Set([...plan.search.map(({ path }) => path), plan.tree?.field])
    const search = Object.fromEntries(Object.entries(kept.search).filter(([path]) => known.has(path)))
    const sortable = plan.columns.some(({ path, sortable: may }) => may && path === kept.sidx)
    const order = sortable ? {} : { sort: plan.sort?.order ?? '', sidx: plan.sort?.field ?? '' }
    const pageSize = plan.paging ? kept.pageSize : UNPAGED
    return { ...kept, ...order, search, pageSize, superQuery: plan.superQuery ? kept.superQuery : null }
  } catch {
    return null
  }
}
