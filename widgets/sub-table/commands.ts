import type { TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { clearedValue } from '@runtime/widget/definition'
import type { TextMatrix } from '../shared/clipboard'
import type { AddTableConf, TableRow } from './definition'
import type { GridModel } from './grid-model'
import { type CellChange, planPaste } from './paste'
import type { Range } from './selection'

/** `type` of an assignment whose value is written as it stands; otherwise it names a member of the chosen row. */
const FIXED = 2

/** Texts of the selected cells, as they are read on the screen. */
export function copyRange(model: GridModel): TextMatrix {
  const { range } = model
  if (!range) return []
  const columns = model.columns.slice(range.left, range.right + 1)
  return model.ids
    .slice(range.top, range.bottom + 1)
    .map((rowId) =>
      columns.map((column) => model.text.toText(column, rowId, model.table.get(rowId, column.name))),
    )
}

/** Empties every selected cell that a person can write, as one undo step. */
export function clearRange(model: GridModel): void {
  const { range } = model
  if (!range) return
  const columns = model.columns.slice(range.left, range.right + 1)
  const changes = model.ids
    .slice(range.top, range.bottom + 1)
    .flatMap((rowId) =>
      columns.flatMap((column) =>
        model.isWritable(rowId, column)
          ? [{ rowId, column: column.name, value: clearedValue(column.field) }]
          : [],
      ),
    )
  if (changes.length > 0) model.table.setMany(changes)
}

/** Writes a clipboard from the active cell on, adding rows that are missing: one undo step and one short sentence. */
export function pasteCells(model: GridModel, matrix: TextMatrix, host: Pick<Host, 'text' | 'toast'>): void {
  if (model.rights.locked) return
  const { table } = model
  const plan = planPaste(matrix, {
    range: model.range ?? { top: 0, left: 0, bottom: 0, right: 0 },
    ids: model.ids,
    columns: model.columns,
    mayAdd: model.rights.mayAdd,
    isWritable: (rowId, column) => model.isWritable(rowId, column),
    text: model.text,
  })
  table.batch(() => {
    if (plan.changes.length > 0) table.setMany(plan.changes)
    addValidated(table, plan.added)
  })
  model.settle()
  model.select(plan.range)
  tellPaste(plan, host)
}

/** Adds rows at the end, what their cells refused with the reason: inside `batch`, which makes it one undo step. */
export function addValidated(table: TableStore, added: readonly (readonly CellChange[])[]): void {
  if (added.length === 0) return
  const ids = table.insert(
    added.map((cells) =>
      Object.fromEntries(cells.flatMap(({ column, value, error }) => (error ? [] : [[column, value]]))),
    ),
  )
  const refused = added.flatMap((cells, row) =>
    cells.flatMap((change) => (change.error ? [{ ...change, rowId: ids[row] ?? '' }] : [])),
  )
  if (refused.length > 0) table.setMany(refused)
}

function tellPaste(
  { pasted, failed, skipped }: { pasted: number; failed: number; skipped: number },
  host: Pick<Host, 'text' | 'toast'>,
): void {
  const parts = [host.text('@table.pasted', { count: pasted + failed })]
  if (failed > 0) parts.push(host.text('@table.pasteFailed', { count: failed }))
  if (skipped > 0) parts.push(host.text('@table.pasteSkipped', { count: skipped }))
  host.toast(failed > 0 ? 'warning' : 'success', parts.join(host.text('@table.comma')), 3000)
}

/**
 * Adds an empty row, at the end or at `index`, and goes to its first cell that can be written; or opens the dialog that
 * rows are chosen from. False when no row was added.
 */
export function addRow(model: GridModel, index = model.ids.length): boolean {
  if (model.rights.locked || !model.rights.mayAdd) return false
  if (model.chooseRows) {
    model.chooseRows()
    return false
  }
  model.commit()
  const [rowId] = model.table.insert([{}], index)
  model.settle()
  if (!rowId) return false
  const first = model.columns.findIndex((column) => model.isWritable(rowId, column))
  model.update({ notice: null })
  model.activate({ row: index, column: Math.max(first, 0) })
  return true
}

/** Begins a row after the last one, where that is no empty row already. It goes again when it is left empty. */
export function beginRow(model: GridModel): boolean {
  if (model.chooseRows || model.isLastUnwritten || !addRow(model)) return false
  const begun = model.ids.at(-1)
  if (begun !== undefined) model.begin(begun)
  return true
}

/** Adds a row for each chosen one, filled as the table's settings say: one undo step, after which rules run once. */
export function addChosen(
  model: GridModel,
  { relationOptions }: Pick<AddTableConf, 'relationOptions'>,
  chosen: readonly TableRow[],
  host: Pick<Host, 'text'>,
): void {
  if (model.rights.locked || !model.rights.mayAdd || chosen.length === 0) return
  model.commit()
  const filled = new Set(model.table.columns.flatMap(({ name, computed }) => (computed ? [] : [name])))
  const rows = chosen.map((source) =>
    Object.fromEntries(
      relationOptions
        .filter(({ field }) => filled.has(field))
        .map(({ value, field, type }) => [field, type === FIXED ? value : source[String(value)]]),
    ),
  )
  const first = model.ids.length
  model.table.insert(rows)
  model.settle()
  model.select({ top: first, left: 0, bottom: first + rows.length - 1, right: 0 }, true)
  model.update({ notice: { text: host.text('@table.chosen', { count: rows.length }), undo: true } })
}

/** Removes rows without asking: the notice offers to bring them back. */
export function removeRows(model: GridModel, rowIds: readonly string[], host: Pick<Host, 'text'>): void {
  if (model.rights.locked || !model.rights.mayRemove || rowIds.length === 0) return
  model.cancel()
  const { position } = model
  const first = Math.min(...rowIds.map((rowId) => model.indexOf(rowId)))
  model.table.remove(rowIds)
  model.settle()
  if (position) model.activate({ row: Math.min(position.row, first), column: position.column })
  model.update({
    notice: { text: host.text('@table.removed', { count: rowIds.length }), undo: true },
  })
}

/** Puts copies of rows below the last of them; computed columns compute themselves. */
export function copyRows(model: GridModel, rowIds: readonly string[]): void {
  if (model.rights.locked || !model.rights.mayAdd || rowIds.length === 0) return
  model.commit()
  const kept = model.table.columns.filter((column) => !column.computed)
  const rows = rowIds.map((rowId) =>
    Object.fromEntries(kept.map(({ name }) => [name, structuredCopy(model.table.get(rowId, name))])),
  )
  const below = Math.max(...rowIds.map((rowId) => model.indexOf(rowId))) + 1
  model.table.insert(rows, below)
  model.settle()
  model.select({ top: below, left: 0, bottom: below + rows.length - 1, right: 0 }, true)
}

function structuredCopy(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value
}

/** Moves a row to a position; the active cell goes with its row. */
export function moveRow(model: GridModel, rowId: string, index: number): void {
  if (model.rights.locked || index < 0 || index >= model.ids.length) return
  if (index !== model.indexOf(rowId)) model.table.move(rowId, index)
  model.settle()
  model.update({})
}

export function undo(model: GridModel): void {
  if (!model.table.state.canUndo || model.rights.locked) return
  model.table.undo()
  model.settle()
  model.update({ notice: null })
}

export function redo(model: GridModel): void {
  if (!model.table.state.canRedo || model.rights.locked) return
  model.table.redo()
  model.settle()
  model.update({ notice: null })
}

/** The rows that a row command means: the selected ones. */
export function rowsIn(model: GridModel, range: Range | null): readonly string[] {
  return range ? model.ids.slice(range.top, range.bottom + 1) : []
}
