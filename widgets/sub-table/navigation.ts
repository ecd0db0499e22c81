import { clamp, type GridSize, type Position } from './selection'

/** Movements of the active cell, named by what they do. */
export type Movement =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'rowStart'
  | 'rowEnd'
  | 'first'
  | 'last'
  | 'columnStart'
  | 'columnEnd'
  | 'pageUp'
  | 'pageDown'
  | 'next'
  | 'previous'

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const PLAIN: Readonly<Record<string, Movement>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
}

const WITH_CONTROL: Readonly<Record<string, Movement>> = {
  ArrowUp: 'columnStart',
  ArrowDown: 'columnEnd',
  ArrowLeft: 'rowStart',
  ArrowRight: 'rowEnd',
  Home: 'first',
  End: 'last',
}

/** The movement that a key stands for, or null. Shift extends the range and does not change the movement. */
export function movementOf(press: KeyPress): Movement | null {
  if (press.altKey) return null
  return (press.ctrlKey || press.metaKey ? WITH_CONTROL : PLAIN)[press.key] ?? null
}

/**
 * Where a movement leads from `from`. `next` and `previous` run through the rows in reading order and answer null at the
 * ends, where Tab leaves the grid; every other movement stops at the border.
 */
export function move(from: Position, movement: Movement, size: GridSize, pageRows: number): Position | null {
  const { row, column } = from
  const lastRow = size.rows - 1
  const lastColumn = size.columns - 1
  switch (movement) {
    case 'next':
      if (column < lastColumn) return { row, column: column + 1 }
      return row < lastRow ? { row: row + 1, column: 0 } : null
    case 'previous':
      if (column > 0) return { row, column: column - 1 }
      return row > 0 ? { row: row - 1, column: lastColumn } : null
    case 'first':
      return clamp({ row: 0, column: 0 }, size)
    case 'last':
      return clamp({ row: lastRow, column: lastColumn }, size)
    default:
      return clamp(straight(from, movement, size, pageRows), size)
  }
}

function straight(
  { row, column }: Position,
  movement: Exclude<Movement, 'next' | 'previous' | 'first' | 'last'>,
  size: GridSize,
  pageRows: number,
): Position {
  switch (movement) {
    case 'up':
      return { row: row - 1, column }
    case 'down':
      return { row: row + 1, column }
    case 'left':
      return { row, column: column - 1 }
    case 'right':
      return { row, column: column + 1 }
    case 'rowStart':
      return { row, column: 0 }
    case 'rowEnd':
      return { row, column: size.columns - 1 }
    case 'columnStart':
      return { row: 0, column }
    case 'columnEnd':
      return { row: size.rows - 1, column }
    case 'pageUp':
      return { row: row - pageRows, column }
    case 'pageDown':
      return { row: row + pageRows, column }
  }
}
