import { dataOf } from '@runtime/data'
import type { Host } from '@runtime/host'
import { recordsIn } from '../flat-rows'
import { idOf, type ListPage, type ListQuery, type ListSource, type Row, type Totals } from '../source'

/** Records that are copied or printed in one go. */
export const MOST_WHOLE = 5_000
/** Rows of one answer. */
const PAGE = 500

/** All rows that match, up to the most that are taken. */
export interface WholeRows {
  /** As the source nests them. */
  readonly rows: readonly Row[]
  /** Records among them. */
  readonly count: number
  /** How many match. */
  readonly total: number
  /** More match than there are rows here. */
  readonly isCut: boolean
  readonly totals: Totals | undefined
}

export interface WholeUse {
  readonly source: ListSource
  readonly query: ListQuery
  /** Whether the list has pages: otherwise one answer has it all. */
  readonly paged: boolean
  readonly host: Host
  readonly signal: AbortSignal
  /** Told how far it is, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/**
 * Fetches what a list would show on all its pages, in its order, page by page and never from what was known: rows that come
 * or go meanwhile are not shown twice. @throws CallError
 */
export async function wholeRows(use: WholeUse): Promise<WholeRows> {
  const { source, query, paged, host, signal, onProgress } = use
  const rows: Row[] = []
  const seen = new Set<string>()
  let last: ListPage | undefined
  for (let currentPage = 1; ; currentPage++) {
    const asked = source.dataQuery(paged ? { ...query, currentPage, pageSize: PAGE } : query)
    if (!asked) break
    last = source.page(await dataOf(host).read(asked, { again: true, signal }))
    signal.throwIfAborted()
    const fresh = last.rows.filter((row) => !seen.has(idOf(row)))
    for (const row of fresh) seen.add(idOf(row))
    rows.push(...fresh)
    onProgress(Math.min(1, rows.length / Math.max(1, Math.min(last.total, MOST_WHOLE))))
    if (!paged || rows.length >= MOST_WHOLE || fresh.length === 0) break
    if (!last.capped && currentPage * PAGE >= last.total) break
  }
  const kept = paged ? rows.slice(0, MOST_WHOLE) : cut(rows)
  const count = recordsIn(kept).length
  const total = Math.max(count, last?.total ?? 0)
  return { rows: kept, count, total, isCut: total > count || last?.capped === true, totals: last?.totals }
}

/** Rows of the top until there are records enough. */
function cut(rows: readonly Row[]): readonly Row[] {
  const kept: Row[] = []
  let count = 0
  for (const row of rows) {
    if (count >= MOST_WHOLE) break
    kept.push(row)
    count += recordsIn([row]).length
  }
  return kept
}
