import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'

/** A page as the wire asks for it (`services/contract/envelope`, `PageQuery`). */
export interface PageAsked {
  /** The first is 1. */
  readonly currentPage?: number | undefined
  readonly pageSize?: number | undefined
}

/** Rows of a page when nobody says how many. */
const PAGE_SIZE = 20

/** The page of an ordered query that is asked for, and how many rows it has in all. */
export async function pageOf<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { currentPage = 1, pageSize = PAGE_SIZE }: PageAsked,
) {
  const counted = await rows
    .clearSelect()
    .clearOrderBy()
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const list = await rows
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute()
  const { total } = counted as { readonly total: number }
  return { list, pagination: { currentPage, pageSize, total } }
}

/**
 * Rows in the order that is asked for, by one of the columns that may be named; in their own where nobody, or somebody else's
 * column, is named.
 */
export function inOrder<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  columns: Readonly<Record<string, ReferenceExpression<DB, TB>>>,
  own: ReferenceExpression<DB, TB>,
  { sidx = '', sort }: { readonly sidx?: string | undefined; readonly sort?: string | undefined },
): SelectQueryBuilder<DB, TB, O> {
  const column = Object.hasOwn(columns, sidx) ? columns[sidx] : undefined
  return column === undefined ? rows.orderBy(own) : rows.orderBy(column, sort === 'asc' ? 'asc' : 'desc')
}
