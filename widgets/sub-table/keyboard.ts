import type { Host } from '@runtime/host'
import { addRow, beginRow, clearRange, moveRow, redo, removeRows, rowsIn, undo } from './commands'
import type { GridModel } from './grid-model'
import { type KeyPress, movementOf } from './navigation'
import { isSingle } from './selection'

/** What the keyboard needs of the screen. */
export interface KeyboardPlace {
  readonly host: Pick<Host, 'text' | 'toast'>
  /** Rows of one page, for PageUp and PageDown. */
  readonly pageRows: number
  /** Takes the focus out of the open editor, so that it hands over what it holds until then. */
  settle(): void
  /** Makes the active cell's column wider or narrower by pixels. */
  resize(by: number): void
}

const RESIZE_STEP = 16

/**
 * Answers a key of the grid as a spreadsheet does (`design/widgets.md`, "The sub-table"). `handled`: the browser's own
 * answer is not wanted; `kept`: nor should anything around the grid hear of it. `ignored`: the key is not the grid's.
 */
export function answerKey(press: KeyPress, model: GridModel, place: KeyboardPlace): KeyAnswer {
  return model.state.editing ? whileEditing(press, model, place) : whileMoving(press, model, place)
}

export type KeyAnswer = 'handled' | 'kept' | 'ignored'

function whileEditing(press: KeyPress, model: GridModel, place: KeyboardPlace): KeyAnswer {
  const { key, shiftKey, altKey } = press
  const control = press.ctrlKey || press.metaKey
  const leave = () => {
    place.settle()
    model.commit()
  }
  if (key === 'Escape') {
    model.cancel()
    return 'kept'
  }
  if (key === 'Enter' && !altKey) {
    leave()
    if (control) return enterWithControl(press, model)
    goByEnter(model, shiftKey)
    return 'kept'
  }
  if (key === 'Tab') {
    leave()
    return goByTab(model, shiftKey)
  }
  if (control && key.toLowerCase() === 's') {
    leave()
    model.leaveBegun()
    return 'ignored'
  }
  return leavesByArrow(press, model) ? moveBy(press, model, place, leave) : 'ignored'
}

/** Passes what cannot be written; from the last cell it begins a row. */
function goByTab(model: GridModel, back: boolean): KeyAnswer {
  if (model.go(back ? 'previous' : 'next')) return 'handled'
  return !back && beginRow(model) ? 'handled' : 'ignored'
}

function goByEnter(model: GridModel, back: boolean): void {
  if (back || !model.isAtEnd || !beginRow(model)) model.go(back ? 'up' : 'down')
}

/** After typing over a text or a number, an arrow leaves the cell; in an editor that was opened it is the editor's. */
function leavesByArrow({ key, shiftKey }: KeyPress, model: GridModel): boolean {
  if (model.state.editing?.how !== 'typing' || shiftKey || !key.startsWith('Arrow')) return false
  return model.at(model.position)?.column.field.definition?.group === 'text'
}

function moveBy(press: KeyPress, model: GridModel, place: KeyboardPlace, before?: () => void): KeyAnswer {
  const movement = movementOf(press)
  if (!movement) return 'ignored'
  before?.()
  model.go(movement, { extend: press.shiftKey, pageRows: place.pageRows })
  return 'handled'
}

function whileMoving(press: KeyPress, model: GridModel, place: KeyboardPlace): KeyAnswer {
  const control = press.ctrlKey || press.metaKey
  if (press.altKey) return withAlt(press, model, place)
  if (movementOf(press)) return moveBy(press, model, place)
  if (control) return withControl(press, model, place)
  switch (press.key) {
    case 'Tab':
      return goByTab(model, press.shiftKey)
    case 'Enter':
      if (press.shiftKey || !model.edit('opening')) goByEnter(model, press.shiftKey)
      return 'kept'
    case 'F2':
      model.edit('opening')
      return 'handled'
    case 'Delete':
    case 'Backspace':
      clearRange(model)
      return 'handled'
    case 'Escape':
      return collapse(model)
    case ' ':
      if (!press.shiftKey) return begin(model)
      selectRows(model)
      return 'handled'
    default:
      return press.key.length === 1 ? begin(model) : 'ignored'
  }
}

/** The character itself is left to the browser: by now the editor has the focus and receives it. */
function begin(model: GridModel): KeyAnswer {
  model.edit('typing')
  return 'ignored'
}

function collapse(model: GridModel): KeyAnswer {
  const { range } = model
  if (!range || isSingle(range)) return 'ignored'
  model.update({ head: null, whole: false })
  return 'kept'
}

function selectRows(model: GridModel): void {
  model.update({ whole: true })
}

function withControl(press: KeyPress, model: GridModel, place: KeyboardPlace): KeyAnswer {
  switch (press.key.toLowerCase()) {
    case 'enter':
      return enterWithControl(press, model)
    case 'z':
      if (press.shiftKey) redo(model)
      else undo(model)
      return 'kept'
    case 'y':
      redo(model)
      return 'kept'
    case 'a':
      model.select({
        top: 0,
        left: 0,
        bottom: model.size.rows - 1,
        right: model.size.columns - 1,
      })
      return 'handled'
    case 's':
      model.leaveBegun()
      return 'ignored'
    case 'delete':
    case 'backspace':
      removeRows(model, rowsIn(model, model.range), place.host)
      return 'handled'
    default:
      return 'ignored'
  }
}

/** With Shift it adds a row; without it is the form's, which saves. */
function enterWithControl({ shiftKey }: KeyPress, model: GridModel): KeyAnswer {
  if (shiftKey) return addBelow(model)
  model.leaveBegun()
  return 'ignored'
}

function addBelow(model: GridModel): KeyAnswer {
  addRow(model, (model.position?.row ?? model.ids.length - 1) + 1)
  return 'kept'
}

function withAlt(press: KeyPress, model: GridModel, place: KeyboardPlace): KeyAnswer {
  const { position } = model
  const rowId = model.at(position)?.rowId
  if (!position || !rowId) return 'ignored'
  switch (press.key) {
    case 'ArrowUp':
      moveRow(model, rowId, position.row - 1)
      return 'handled'
    case 'ArrowDown':
      moveRow(model, rowId, position.row + 1)
      return 'handled'
    case 'ArrowLeft':
    case 'ArrowRight':
      if (!press.shiftKey) return 'ignored'
      place.resize(press.key === 'ArrowLeft' ? -RESIZE_STEP : RESIZE_STEP)
      return 'handled'
    default:
      return 'ignored'
  }
}
