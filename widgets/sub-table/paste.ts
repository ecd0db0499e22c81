import type { Option } from '@runtime/widget/definition'
import type { TextMatrix } from '../shared/clipboard'
import type { CellText } from './cell-text'
import type { GridColumn } from './columns'
import type { Range } from './selection'

/** A value for one cell; `error` where the text could not be read and stands as it was typed. */
export interface CellChange {
  readonly column: string
  readonly value: unknown
  readonly error?: string
}

export interface PastePlan {
  /** Changes of rows that are there, by row id. */
  readonly changes: readonly (CellChange & { readonly rowId: string })[]
  /** Rows to be added at the end, with the changes of each. */
  readonly added: readonly (readonly CellChange[])[]
  readonly pasted: number
  readonly failed: number
  /** Cells that a person cannot write, and what found no place. */
  readonly skipped: number
  /** The cells that now hold what was pasted. */
  readonly range: Range
}

export interface PasteTarget {
  readonly range: Range
  readonly ids: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly mayAdd: boolean
  isWritable(rowId: string | null, column: GridColumn): boolean
  readonly text: Pick<CellText, 'fromText'>
}

/** A clipboard that fits the selection several times fills it, as a spreadsheet does; otherwise it goes in once. */
export function tiled(matrix: TextMatrix, range: Range): TextMatrix {
  const height = range.bottom - range.top + 1
  const width = range.right - range.left + 1
  const columns = Math.max(...matrix.map((row) => row.length), 0)
  if (matrix.length === 0 || columns === 0) return []
  const down = height % matrix.length === 0 ? height : matrix.length
  const across = width % columns === 0 ? width : columns
  if (down === matrix.length && across === columns) return matrix
  return Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_, column) => matrix[row % matrix.length]?.[column % columns] ?? ''),
  )
}

/** Validates every cell of a paste without touching the table (`design/widgets.md`, "The sub-table"). */
export function planPaste(matrix: TextMatrix, target: PasteTarget): PastePlan {
  const cells = tiled(matrix, target.range)
  const { top, left } = target.range
  const changes: (CellChange & { rowId: string })[] = []
  const added: CellChange[][] = []
  let skipped = 0
  let width = 1
  cells.forEach((texts, offset) => {
    const rowId = target.ids[top + offset] ?? null
    if (rowId === null && !target.mayAdd) {
      skipped += texts.length
      return
    }
    const row: CellChange[] = []
    texts.forEach((text, across) => {
      const column = target.columns[left + across]
      if (!column || !target.isWritable(rowId, column)) skipped += 1
      else row.push(validated(column, rowId, text, target.text))
      if (column) width = Math.max(width, across + 1)
    })
    if (rowId === null) added.push(row)
    else for (const change of row) changes.push({ ...change, rowId })
  })
  const all = [...changes, ...added.flat()]
  const failed = all.filter((change) => change.error !== undefined).length
  const placed = target.mayAdd ? cells.length : Math.min(cells.length, target.ids.length - top)
  return {
    changes,
    added,
    pasted: all.length - failed,
    failed,
    skipped,
    range: { top, left, bottom: Math.max(top, top + placed - 1), right: left + width - 1 },
  }
}

/** What a text does to a cell: its value, or the text itself with the reason why it is none. */
export function validated(
  column: GridColumn,
  rowId: string | null,
  text: string,
  reader: Pick<CellText, 'fromText'>,
  choices?: readonly Option[],
): CellChange {
  const answer = reader.fromText(column, rowId, text, choices)
  return 'error' in answer
    ? { column: column.name, value: text, error: answer.error }
    : { column: column.name, value: answer.value }
}
