import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { jsonEqual } from '@runtime/schema/equal'
import type { CallAnswer } from '@services/client'
import { type ColumnChoice, merge } from '../column-choice'
import { startOf } from '../list-start'
import { fitting } from '../query-state'
import type { ListQuery } from '../source'

/** Tags of what shows views; the calls that change them say so. */
export const VIEW_TAGS: readonly string[] = ['listView']

/** A saved view of a list, as the server tells it. */
export type SavedView = CallAnswer<'listView.list'>['data']['list'][number]
/** What a view holds: search, conditions, filters of columns, order, rows a page and columns. */
export type ViewContent = SavedView['content']

/** What is set of a list now, as a view holds it. Columns only where they are not as the list itself has them. */
export function contentOf(
  { search, superQuery, filters, sidx, sort, pageSize }: ListQuery,
  choice: readonly ColumnChoice[],
  columns: readonly ColumnPlan[],
): ViewContent {
  const own = jsonEqual(choice, merge(columns, null))
  return {
    ...{ search, superQuery: superQuery as ViewContent['superQuery'] },
    ...{ sidx, sort, pageSize },
    ...(filters && { filters }),
    ...(!own && { columns: [...choice] }),
  }
}

/** What a view asks a list for; what the list has lost since is left out, what the view does not say is the list's own. */
export function queryOf(content: ViewContent, plan: ListPlan): Omit<ListQuery, 'currentPage'> {
  const { currentPage: _first, ...own } = startOf(plan)
  const { columns: _columns, ...stated } = content
  const { search, filters } = content as Pick<Partial<ListQuery>, 'search' | 'filters'>
  return fitting({ ...own, ...stated, search: search ?? own.search, filters }, plan)
}

/** A view’s columns as the list has them now; one that shows none of them any more shows the list's own. */
export function columnsOf(
  { columns: kept }: ViewContent,
  columns: readonly ColumnPlan[],
): readonly ColumnChoice[] {
  const merged = merge(columns, kept ?? null)
  return merged.some(({ columnVisible }) => columnVisible) ? merged : merge(columns, null)
}

/** Whether a list is as a view says: what the list has lost since makes no difference. */
export function isAsSaved(
  view: ViewContent,
  now: { readonly query: ListQuery; readonly choice: readonly ColumnChoice[] },
  plan: ListPlan,
  columns: readonly ColumnPlan[],
): boolean {
  const { search, superQuery, filters, sidx, sort, pageSize } = now.query
  const shown = { search, superQuery, sidx, sort, pageSize, ...(filters && { filters }) }
  return jsonEqual(queryOf(view, plan), shown) && jsonEqual(columnsOf(view, columns), now.choice)
}
