import type { TimeZone } from '@runtime/date'
import type { FieldPlan } from '@runtime/form/plan'
import {
  readValueText,
  readWhere,
  symbolIn,
  testName,
  valueText,
  whereText,
} from '@runtime/list/address/conditions'
import { queryText } from '@runtime/list/address/tokens'
import { type ColumnFilter, filterField, filterSymbols, fittingFilters } from '@runtime/list/column-filters'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { namesOf, searchIn, withSearch } from '../address-search'
import type { ColumnChoice } from '../column-choice'
import { startOf } from '../list-start'
import type { ListQuery } from '../source'
import { columnsText, readColumns } from './columns'

/** What an address says of a list. */
export interface AddressedList {
  /** All that the list is asked for: what the address does not say is the list's own. */
  readonly query: ListQuery
  /** Null: it says nothing of columns. */
  readonly columns: readonly ColumnChoice[] | null
  /** The view that it was shown by, by id. */
  readonly view: string | null
  /** It names the view alone: what that holds is to be shown. */
  readonly isViewAlone: boolean
}

/** What stands in the address of a list. */
export interface ListState {
  readonly query: ListQuery
  readonly choice: readonly ColumnChoice[]
  readonly view: string | null
}

const NAMES = ['sort', 'page', 'size', 'where', 'cols', 'view'] as const
type Name = (typeof NAMES)[number]

const LAST_PAGE = 100_000
const LONGEST_NAME = 200

/** How a list calls a part of its state: with a prefix where it searches by a field of that name. */
function nameIn(plan: ListPlan, name: Name): string {
  return namesOf(plan).includes(name) ? `list.${name}` : name
}

/**
 * What an address says of a list; null: nothing. Whatever the list cannot be asked for is passed over.
 *
 * @param zone on whose clock moments are read; null: the browser's own
 */
export function readList(
  address: string,
  plan: ListPlan,
  columns: readonly ColumnPlan[],
  zone: TimeZone = null,
): AddressedList | null {
  const given = new URLSearchParams(address)
  const own = (name: Name) => given.get(nameIn(plan, name))
  const search = searchIn(address, plan, zone)
  const filters = readFilters(given, plan, zone)
  const isNamed = NAMES.some((name) => own(name) !== null)
  if (!isNamed && search === null && filters === undefined) return null
  const start = startOf(plan)
  const query: ListQuery = {
    ...start,
    ...sortIn(own('sort'), plan),
    ...(plan.paging && {
      currentPage: numberIn(own('page'), (page) => page <= LAST_PAGE) ?? start.currentPage,
      pageSize: numberIn(own('size'), (size) => plan.paging?.sizes.includes(size) ?? false) ?? start.pageSize,
    }),
    ...(search && { search }),
    ...(plan.superQuery && { superQuery: readWhere(own('where') ?? '', plan.queryable, zone) }),
    ...(filters && { filters }),
  }
  const view = own('view')
  const isViewAlone =
    search === null && !filters && NAMES.every((name) => name === 'view' || own(name) === null)
  return {
    query,
    columns: readColumns(own('cols') ?? '', columns),
    view: view !== null && view !== '' && view.length <= LONGEST_NAME ? view : null,
    isViewAlone,
  }
}

/** An address that says how a list is shown, beside all that it said of other things; what is the list's own is not written. */
export function withList(
  address: string,
  plan: ListPlan,
  columns: readonly ColumnPlan[],
  { query, choice, view }: ListState,
  zone: TimeZone = null,
): string {
  const next = new URLSearchParams(withSearch(address, plan, query.search, zone))
  const start = startOf(plan)
  const isOwnOrder = query.sidx === start.sidx && query.sort === start.sort
  const parts: Readonly<Record<Name, string>> = {
    sort: isOwnOrder || query.sidx === '' ? '' : `${query.sort === 'desc' ? '-' : ''}${query.sidx}`,
    page: plan.paging && query.currentPage > 1 ? String(query.currentPage) : '',
    size: plan.paging && query.pageSize !== start.pageSize ? String(query.pageSize) : '',
    where: whereText(query.superQuery, plan.queryable, zone),
    cols: columnsText(choice, columns),
    view: view ?? '',
  }
  for (const name of filterNames(next, plan)) next.delete(name)
  for (const column of plan.columns) {
    const filter = query.filters?.[column.path]
    const field = filter && filterField(plan, column)
    const name = field ? testName(column.path, filter.symbol) : null
    if (field && name !== null) next.set(name, valueText(filter.symbol, filter.value, field, zone))
  }
  for (const name of NAMES) {
    if (parts[name] === '') next.delete(nameIn(plan, name))
    else next.set(nameIn(plan, name), parts[name])
  }
  return queryText(next)
}

function sortIn(text: string | null, plan: ListPlan): Pick<ListQuery, 'sidx' | 'sort'> | null {
  if (text === null) return null
  const sidx = text.startsWith('-') ? text.slice(1) : text
  const isSortable = plan.columns.some(({ path, sortable }) => sortable && path === sidx)
  return isSortable ? { sidx, sort: text.startsWith('-') ? 'desc' : 'asc' } : null
}

function numberIn(text: string | null, takes: (value: number) => boolean): number | null {
  const value = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0
  return value >= 1 && takes(value) ? value : null
}

/** The names in an address that filter a column of the list. */
function filterNames(given: URLSearchParams, plan: ListPlan): readonly string[] {
  return [...given.keys()].filter((name) => filterOfName(name, plan) !== null)
}

function filterOfName(
  name: string,
  plan: ListPlan,
): { readonly path: string; readonly symbol: string; readonly field: FieldPlan } | null {
  for (const column of plan.columns) {
    const field = filterField(plan, column)
    const symbol = field && symbolIn(name, column.path)
    if (field && symbol !== undefined && filterSymbols(field).includes(symbol))
      return { path: column.path, symbol, field }
  }
  return null
}

function readFilters(given: URLSearchParams, plan: ListPlan, zone: TimeZone): ListQuery['filters'] {
  const read = [...given].flatMap(([name, text]): [string, ColumnFilter][] => {
    const at = name.includes('.') ? filterOfName(name, plan) : null
    return at ? [[at.path, { symbol: at.symbol, value: readValueText(at.symbol, text, at.field, zone) }]] : []
  })
  return fittingFilters(plan, Object.fromEntries(read))
}
