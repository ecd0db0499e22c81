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
}

export function childrenOf(row: Row): readonly Row[] {
  const { children } = row
  return Array.isArray(children) ? (children as readonly Row[]) : []
}

/** The rows that are to be seen: those of a tree below open rows only. */
export function flatten(
  rows: readonly Row[],
  nested: boolean,
  open: ReadonlySet<string>,
): readonly FlatRow[] {
  const flat: FlatRow[] = []
  const walk = (level: readonly Row[], depth: number) => {
    for (const row of level) {
      const id = idOf(row)
      const children = nested ? childrenOf(row) : []
      const isOpen = open.has(id)
      flat.push({ row, id, level: depth, index: flat.length, parent: children.length > 0, open: isOpen })
      if (isOpen && children.length > 0) walk(children, depth + 1)
    }
  }
  walk(rows, 0)
  return flat
}

/** Ids of all rows that have rows below them. */
export function parentIds(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => {
    const children = childrenOf(row)
    return children.length > 0 ? [idOf(row), ...parentIds(children)] : []
  })
}
