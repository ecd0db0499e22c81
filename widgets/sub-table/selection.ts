/** A place in the grid by position: 0-based row and column, pinned column included. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, all four borders inclusive. */
export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
}

/** The rectangle between two corners, in whatever order they were chosen. */
export function rangeBetween(a: Position, b: Position): Range {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  }
}

/** The same range over whole rows. */
export function wholeRows(range: Range, columns: number): Range {
  return { ...range, left: 0, right: columns - 1 }
}

export function contains(range: Range, { row, column }: Position): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

export function isSingle(range: Range): boolean {
  return range.top === range.bottom && range.left === range.right
}

/** The nearest place that exists; null in a grid without rows or columns. */
export function clamp({ row, column }: Position, { rows, columns }: GridSize): Position | null {
  if (rows === 0 || columns === 0) return null
  return {
    row: Math.min(Math.max(row, 0), rows - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  }
}
