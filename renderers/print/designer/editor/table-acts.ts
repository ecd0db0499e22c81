import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import { CellSelection, isInTable, selectedRect, selectionCell, type TableRect } from '@tiptap/pm/tables'
import { type Kept, withAttribute, withStyle } from './kept'
import { pxOfMm } from './length'
import { setWidths } from './table-limits'
import { widthsOf } from './table-widths'

/** The table around what is chosen, with the rectangle of its cells; null: there is none. */
export function chosenTable(state: EditorState): TableRect | null {
  return isInTable(state) ? selectedRect(state) : null
}

/** Runs a command on what is chosen and brings the focus back into the sheet. */
export function run({ state, view }: Editor, command: Command): boolean {
  const isDone = command(state, view.dispatch)
  view.focus()
  return isDone
}

/** Calls back with each chosen cell and its position. */
export function eachCell(state: EditorState, visit: (cell: Node, at: number) => void): void {
  const { selection } = state
  if (selection instanceof CellSelection) {
    selection.forEachCell(visit)
    return
  }
  const { nodeAfter: cell, pos } = selectionCell(state)
  if (cell) visit(cell, pos)
}

type Change = (kept: Kept) => Kept

/** Changes what the chosen cells say. */
export function changeCells({ state, view }: Editor, change: Change): void {
  const { tr } = state
  eachCell(state, (cell, at) => {
    tr.setNodeMarkup(at, null, { ...cell.attrs, kept: change(cell.attrs['kept']) })
  })
  view.dispatch(tr)
}

/** Whether the rows up to the last chosen one print on each sheet. */
export function isHead({ table, bottom }: TableRect): boolean {
  return table.child(bottom - 1).attrs['section'] === 'head'
}

/** The rows up to the last chosen one become the table's head; where they are, the chosen ones and those below are it no more. */
export function toggleHead({ state, view }: Editor): void {
  const rect = chosenTable(state)
  if (rect === null) return
  const { table, tableStart, top, bottom } = rect
  const heads = isHead(rect) ? top : bottom
  const { tr, schema } = state
  let at = 0
  for (const row of rowsOf(table)) {
    const isNow = row.attrs['section'] === 'head'
    const becomes = at < heads
    const start = tableStart + startOf(table, at)
    if (isNow !== becomes) {
      tr.setNodeMarkup(start, null, { ...row.attrs, section: becomes ? 'head' : 'body' })
      row.forEach((cell, offset) => {
        tr.setNodeMarkup(start + 1 + offset, schema.nodes[becomes ? 'tableHeader' : 'tableCell'], cell.attrs)
      })
    }
    at++
  }
  view.dispatch(tr)
}

function rowsOf(table: Node): readonly Node[] {
  return Array.from({ length: table.childCount }, (_, at) => table.child(at))
}

/** Where a row begins in its table's content. */
function startOf(table: Node, row: number): number {
  return rowsOf(table)
    .slice(0, row)
    .reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

const withTable = (editor: Editor, change: (tr: Transaction, rect: TableRect) => void) => {
  const rect = chosenTable(editor.state)
  if (rect === null) return
  const { tr } = editor.state
  change(tr, rect)
  editor.view.dispatch(tr)
}

/** A table has lines around all of its cells, or none of its own. */
export function toggleBorder(editor: Editor): void {
  withTable(editor, (tr, { table, tableStart }) => {
    const kept = table.attrs['kept'] as Kept
    const border = kept['border'] === undefined ? '1' : null
    tr.setNodeMarkup(tableStart - 1, null, { ...table.attrs, kept: withAttribute(kept, 'border', border) })
  })
}

/** Sets the width of the chosen columns, in millimetres; null: as wide as is left. */
export function setColumnWidth(editor: Editor, mm: number | null): void {
  withTable(editor, (tr, { table, tableStart, left, right }) => {
    const px = mm === null ? 0 : pxOfMm(mm)
    const widths = widthsOf(table).map((width, at) => (at >= left && at < right ? px : width))
    setWidths(tr, tableStart - 1, table, widths)
  })
}

/** Sets how many rows there are at least where the chosen one repeats; null: as many as there are lines. */
export function setFill(editor: Editor, fill: number | null): void {
  withTable(editor, (tr, { table, tableStart, top }) => {
    const row = table.child(top)
    tr.setNodeMarkup(tableStart + startOf(table, top), null, { ...row.attrs, fill })
  })
}

/** Lines around each chosen cell, whatever the table has: CSS of a border, `none`, or null as the table has them. */
export function setCellBorder(editor: Editor, border: string | null): void {
  changeCells(editor, (kept) => withStyle(kept, 'border', border))
}
