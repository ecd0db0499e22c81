import type { DataQuery } from '@runtime/data'
import type { ColumnFilters } from '@runtime/list/column-filters'
import type { ColumnPlan } from '@runtime/list/plan'

/** One row: `id` and its members; a member's raw value may stand beside its text as `<member>_id`. */
export type Row = Readonly<Record<string, unknown>>

/** What a list asks its source for. */
export interface ListQuery {
  readonly currentPage: number
  readonly pageSize: number
  readonly sort: string
  readonly sidx: string
  /** Values by path; a range is `[from, to]`, several choices a list. The tree's node is among them. */
  readonly search: Readonly<Record<string, unknown>>
  /** `{matchLogic, conditionList}` (`reference/columndata-format.md §4`), null when there is none. */
  readonly superQuery: unknown | null
  /** What the values of single columns are to be besides, by path; absent: anything. */
  readonly filters?: ColumnFilters | undefined
  readonly keyword?: string
}

export interface ListPage {
  readonly rows: readonly Row[]
  readonly total: number
  /** There are more than `total`. */
  readonly capped?: boolean
  /** What summed columns come to over all that matches, by path; without it only the page's own sums are known. */
  readonly totals?: Totals | undefined
}

export type Totals = Readonly<Record<string, number | null>>

/** Where a list's rows come from. */
export interface ListSource {
  /** What is asked for a query; null: nothing, and there are no rows. */
  dataQuery(query: ListQuery): DataQuery | null
  /** The rows in an answer. */
  page(data: unknown): ListPage
  /** Milliseconds after which it is asked again, over and over, while the list is seen. */
  readonly every?: number | undefined
  /** The rows below one that says `hasChildren` and has not brought them. */
  children?(row: Row, query: ListQuery): Promise<readonly Row[]>
}

/** What the outside may do to a list. */
export interface ListHandle {
  /** Loads the same page again; scroll, selection and expanded rows stay. */
  reload(): void
  /** Takes the search back to its start. */
  reset(): void
  /** Loads from the first page. */
  restart(): void
  /** What the address says of the list goes from it: another is to have that. */
  leaveAddress(): void
  expandAll(): void
  collapseAll(): void
  clearSelection(): void
  /** The row's place on the page; -1 for one that is not shown. */
  indexOf(id: string): number
  /** Of the rows shown, in their order. */
  readonly ids: readonly string[]
  readonly selectedIds: readonly string[]
  readonly query: ListQuery
  /** How many rows match; `capped`: more than that. */
  readonly count: { readonly total: number; readonly capped: boolean }
  /** The columns that the person may see, and those of them that are shown, in the order in which they are. */
  readonly columns: { readonly permitted: readonly ColumnPlan[]; readonly shown: readonly ColumnPlan[] }
}

/** The raw value where the row has one beside its text. */
export function rawOf(row: Row, name: string): unknown {
  const raw = `${name}_id`
  return raw in row ? row[raw] : row[name]
}

export function idOf(row: Row): string {
  return String(row['id'] ?? '')
}
