import { type Address, addressOf, pathOf } from './address'
import { type Command, together } from './command'
import type { Reason } from './dialect'
import type { ModelTree } from './document'
import { type CellAt, cellsOf, listAt } from './parts'

/** What can be done to a drawn table at one of its cells. */
export const GRID_ACTS = [
  'rowAbove',
  'rowBelow',
  'columnLeft',
  'columnRight',
  'mergeRight',
  'mergeDown',
  'split',
  'removeRow',
  'removeColumn',
] as const
export type GridAct = (typeof GRID_ACTS)[number]

type Side = 'row' | 'column'

/** The table, and the cell in it that something is done to. */
interface At {
  readonly tree: ModelTree
  readonly grid: readonly (string | number)[]
  readonly rows: readonly (readonly CellAt[])[]
  readonly cell: CellAt
}

/** The command for something that is done to a drawn table at a cell; or why it cannot be done. */
export function gridChange(tree: ModelTree, address: Address, act: GridAct): Command | Reason {
  const path = pathOf(tree, address)
  if (!path || path.length < 7) return { reason: '@design.gone' }
  const grid = path.slice(0, -6)
  const rows = cellsOf(tree, grid)
  const cell = rows[Number(path.at(-4))]?.[Number(path.at(-1))]
  if (!cell) return { reason: '@design.gone' }
  const at: At = { tree, grid, rows, cell }
  switch (act) {
    case 'rowAbove':
      return inserting(at, 'row', cell.row)
    case 'rowBelow':
      return inserting(at, 'row', cell.row + cell.rowspan)
    case 'columnLeft':
      return inserting(at, 'column', cell.column)
    case 'columnRight':
      return inserting(at, 'column', cell.column + cell.colspan)
    case 'removeRow':
      return removing(at, 'row')
    case 'removeColumn':
      return removing(at, 'column')
    case 'mergeRight':
      return merging(at, 'column')
    case 'mergeDown':
      return merging(at, 'row')
    case 'split':
      return splitting(at)
  }
}

/** A cell at the end of a drawn table: what is done to the table itself is done there. */
export function lastCell(tree: ModelTree, grid: Address): Address | undefined {
  const path = pathOf(tree, grid)
  const cell = path && cellsOf(tree, path).at(-1)?.at(-1)
  return cell && addressOf(tree, cell.path)
}

const SPAN = { row: 'rowspan', column: 'colspan' } as const

const freshCell = (merged: boolean) => ({
  __config__: {
    jnpfKey: 'tableGridTd',
    merged,
    colspan: 1,
    rowspan: 1,
    backgroundColor: '',
    children: [],
  },
})

/** The cell that is drawn at a place. */
function drawnAt({ rows }: At, row: number, column: number): CellAt | undefined {
  return rows
    .flat()
    .find(
      (one) =>
        !one.merged &&
        one.row <= row &&
        row < one.row + one.rowspan &&
        one.column <= column &&
        column < one.column + one.colspan,
    )
}

/** Says something of a cell where it is said: an older version did so beside `__config__`. */
function saying({ tree }: At, { path, node }: CellAt, member: string, value: unknown): Command {
  const way = Object.hasOwn(node, member) ? [member] : ['__config__', member]
  return { do: 'set', what: addressOf(tree, [...path, ...way]), value }
}

/** A row or column before the one at `index`; cells that reach over this line reach one further. */
function inserting(at: At, side: Side, index: number): Command {
  const { tree, grid, rows } = at
  const across = side === 'row' ? Math.max(0, ...rows.map(({ length }) => length)) : rows.length
  const over = Array.from({ length: across }, (_, other) => {
    const [before, after] =
      side === 'row'
        ? [drawnAt(at, index - 1, other), drawnAt(at, index, other)]
        : [drawnAt(at, other, index - 1), drawnAt(at, other, index)]
    return before !== undefined && before === after ? before : undefined
  })
  const wider = [...new Set(over)].flatMap((cell) =>
    cell ? [saying(at, cell, SPAN[side], cell[SPAN[side]] + 1)] : [],
  )
  if (side === 'row') {
    const cells = over.map((cell) => freshCell(cell !== undefined))
    const value = { __config__: { jnpfKey: 'tableGridTr', children: cells } }
    const into = addressOf(tree, [...grid, '__config__', 'children'])
    return together([...wider, { do: 'insert', into, at: index, value }])
  }
  const inserts = rows.map((cells, row): Command => {
    const into = addressOf(tree, [...grid, '__config__', 'children', row, '__config__', 'children'])
    const value = freshCell(over[row] !== undefined)
    return { do: 'insert', into, at: Math.min(index, cells.length), value }
  })
  return together([...wider, ...inserts])
}

/** The row or column of the cell, with what stands in it; the last one stays. */
function removing(at: At, side: Side): Command | Reason {
  const { tree, grid, rows, cell } = at
  const index = cell[side]
  const count = side === 'row' ? rows.length : Math.max(...rows.map(({ length }) => length))
  if (count <= 1) return { reason: '@design.structure.lastOne' }
  const drawn = rows.flat().filter((one) => !one.merged)
  const over = drawn.filter((one) => one[side] <= index && index < one[side] + one[SPAN[side]])
  if (over.some((one) => one[side] === index && one[SPAN[side]] > 1))
    return { reason: '@design.structure.mergedAcross' }
  const narrower = over
    .filter((one) => one[side] < index)
    .map((one) => saying(at, one, SPAN[side], one[SPAN[side]] - 1))
  const list = [...grid, '__config__', 'children']
  if (side === 'row')
    return together([...narrower, { do: 'remove', what: addressOf(tree, [...list, index]) }])
  const removes = rows.flatMap((cells): readonly Command[] => {
    const gone = cells[index]
    return gone ? [{ do: 'remove', what: addressOf(tree, gone.path) }] : []
  })
  return together([...narrower, ...removes])
}

/** Takes in the next cell, with what stands in it, where both are as long on the side that they share. */
function merging(at: At, side: Side): Command | Reason {
  const { tree, cell } = at
  const other: Side = side === 'row' ? 'column' : 'row'
  const next =
    side === 'row'
      ? drawnAt(at, cell.row + cell.rowspan, cell.column)
      : drawnAt(at, cell.row, cell.column + cell.colspan)
  const isAlike = next && next[other] === cell[other] && next[SPAN[other]] === cell[SPAN[other]]
  if (!isAlike || cell.merged) return { reason: '@design.structure.nothingBeside' }
  const into = addressOf(tree, [...cell.path, '__config__', 'children'])
  const start = listAt(tree, cell.path).length
  const moves = listAt(tree, next.path).map((_, index): Command => {
    const own = addressOf(tree, [...next.path, '__config__', 'children', index])
    // Without an identity it is found by its place, where the one before it has left.
    const isPlaced = own.path.length > 0
    const what = isPlaced ? addressOf(tree, [...next.path, '__config__', 'children', 0]) : own
    return { do: 'move', what, into, at: start + index }
  })
  const span = cell[SPAN[side]] + next[SPAN[side]]
  return together([
    ...moves,
    saying(at, cell, SPAN[side], span),
    saying(at, next, SPAN[side], 1),
    saying(at, next, SPAN[other], 1),
    saying(at, next, 'merged', true),
  ])
}

/** Cells that the cell reaches over are drawn again. */
function splitting(at: At): Command | Reason {
  const { rows, cell } = at
  if (cell.rowspan * cell.colspan === 1) return { reason: '@design.structure.notMerged' }
  const inside = rows
    .flat()
    .filter(
      (one) =>
        one.row >= cell.row &&
        one.row < cell.row + cell.rowspan &&
        one.column >= cell.column &&
        one.column < cell.column + cell.colspan,
    )
  return together([
    saying(at, cell, 'colspan', 1),
    saying(at, cell, 'rowspan', 1),
    ...inside.flatMap((one) => (one.merged ? [saying(at, one, 'merged', false)] : [])),
  ])
}
