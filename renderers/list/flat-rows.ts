import type { Row } from './source'
import { idOf } from './source'

/** A row as it stands in the table: with its depth and what it can unfold. */
export interface FlatRow {
  readonly row: Row
  readonly id: string
  readonly level: number
  /** Position on the page, for the index column. */
  readonly index: number
  readonly parent: boolean
  readonly open: boolean
  /** A heading over the rows of one value, not a record. */
  readonly group: boolean
}

export function childrenOf(row: Row): readonly Row[] {
  const { children } = row
  return Array.isArray(children) ? (children as readonly Row[]) : []
}

/** A heading (`reference/columndata-format.md §3`, type 3). */
export function isGroup(row: Row): boolean {
  return row['top'] === true
}

/** The rows that are to be seen: those of a tree below open rows only. */
export function flatten(
  rows: readonly Row[],
  nested: boolean,
  isOpen: (row: Row) => boolean,
): readonly FlatRow[] {
  const flat: FlatRow[] = []
  const walk = (level: readonly Row[], depth: number) => {
    for (const row of level) {
      const children = nested ? childrenOf(row) : []
      const parent = children.length > 0 || (nested && row['hasChildren'] === true)
      const open = parent && isOpen(row)
      flat.push({ row, id: idOf(row), level: depth, index: flat.length, parent, open, group: isGroup(row) })
      // What stands under a heading is not below it: it keeps the left edge.
      if (open) walk(children, isGroup(row) ? depth : depth + 1)
    }
  }
  walk(rows, 0)
  return flat
}

/** Rows that have rows below them. */
export function parentsOf(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => {
    const children = childrenOf(row)
    return children.length > 0 ? [row, ...parentsOf(children)] : []
  })
}

/** Every record among rows, at any depth, headings left out. */
export function recordsIn(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => {
    const below = recordsIn(childrenOf(row))
    return isGroup(row) ? below : [row, ...below]
  })
}
