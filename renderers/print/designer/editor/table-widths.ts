import { Fragment, type Node } from '@tiptap/pm/model'
import { TableMap } from '@tiptap/pm/tables'
import { mmOf, pxOf } from './length'

/** CSS pixels of each column of a table, 0 for one whose width nobody set. */
export function widthsOf(table: Node): readonly number[] {
  const map = TableMap.get(table)
  const widths = Array.from({ length: map.width }, () => 0)
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt) => {
      const { left } = map.findCell(rowAt + 1 + cellAt)
      const own = cell.attrs['colwidth'] as readonly number[] | null
      for (const [at, width] of (own ?? []).entries()) widths[left + at] ||= width
    })
  })
  return widths
}

/** The same table with widths set; `columns` are the template's own words for them. */
export function withWidths(table: Node, widths: readonly number[]): Node {
  const map = TableMap.get(table)
  const rows: Node[] = []
  table.forEach((row, rowAt) => {
    const cells: Node[] = []
    row.forEach((cell, cellAt) => {
      const { left, right } = map.findCell(rowAt + 1 + cellAt)
      const own = widths.slice(left, right)
      const colwidth = own.some((width) => width > 0) ? own : null
      cells.push(cell.type.create({ ...cell.attrs, colwidth }, cell.content, cell.marks))
    })
    rows.push(row.copy(Fragment.from(cells)))
  })
  return table.copy(Fragment.from(rows))
}

/** A document whose tables have the widths that their templates say. */
export function withReadWidths(node: Node): Node {
  if (node.isTextblock || node.isLeaf) return node
  const children: Node[] = []
  node.forEach((child) => {
    children.push(withReadWidths(child))
  })
  const same = node.copy(Fragment.from(children))
  if (same.type.name !== 'table') return same
  const columns = same.attrs['columns'] as readonly string[]
  return columns.length === 0
    ? same
    : withWidths(
        same,
        columns.map((width) => pxOf(width) ?? 0),
      )
}

/** How the columns of a table are written, in the template's own words where they still say it; empty: no width. */
export function writtenWidths(table: Node): readonly string[] {
  const widths = widthsOf(table)
  const columns = table.attrs['columns'] as readonly string[]
  const isSame = columns.length === widths.length
  return widths.map((px, at) => {
    const said = isSame ? (columns[at] ?? '') : ''
    if (px === 0) return pxOf(said) === null ? said : ''
    return Math.abs((pxOf(said) ?? 0) - px) < 0.5 ? said : `${mmOf(px)}mm`
  })
}
