import { isGroup, recordsIn } from '../flat-rows'
import { idOf, type ListPage, type Row } from '../source'
import type { WholeRows } from './whole-rows'

/** Rows that are copied and printed as they are known here. */
export interface TakenRows {
  /** `All`: the list has no pages, and this is what it shows. */
  readonly kind: 'Chosen' | 'Page' | 'All'
  readonly rows: WholeRows
}

/** The chosen rows, in the order shown, those of other pages behind; else what the list shows. */
export function takenRows(
  shown: readonly Row[],
  chosen: readonly Row[],
  { total, capped, totals }: ListPage,
  paged: boolean,
): TakenRows {
  if (chosen.length > 0) return { kind: 'Chosen', rows: partOf(inOrder(shown, chosen)) }
  if (paged) return { kind: 'Page', rows: partOf(shown) }
  const part = partOf(shown)
  const isCut = total > part.count || capped === true
  return { kind: 'All', rows: { ...part, total: Math.max(part.count, total), isCut, totals } }
}

function partOf(rows: readonly Row[]): WholeRows {
  const count = recordsIn(rows).length
  return { rows, count, total: count, isCut: false, totals: undefined }
}

/** Each by itself: a row that is chosen does not bring those below it. */
function inOrder(shown: readonly Row[], chosen: readonly Row[]): readonly Row[] {
  const places = new Map(recordsIn(shown).map((row, index) => [idOf(row), index]))
  const placeOf = (row: Row) => places.get(idOf(row)) ?? places.size
  return chosen
    .filter((row) => !isGroup(row))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ children: _below, ...row }) => row)
}
