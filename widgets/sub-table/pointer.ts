import { moveRow } from './commands'
import { cellAt, type GridLayout, ROW_HEIGHT, type Viewport } from './geometry'
import type { GridModel } from './grid-model'
import type { Position } from './selection'

/** What the mouse needs of the screen. */
export interface PointerPlace {
  readonly model: GridModel
  readonly scroller: HTMLElement
  readonly layout: GridLayout
  view(): Viewport
  /** Top of the first row's place, in client pixels, when not scrolled. */
  bodyTop(): number
  settle(): void
  /** The press is a finger's or a pen's, told when it has been lifted: dragging scrolls. */
  readonly touch: boolean
  /** Shows where a dragged row would go: before the row of this index; null: nowhere. */
  showDrop(index: number | null): void
}

/** Pixels per frame that the rows scroll while the pointer is dragged beyond their edge. */
const DRAG_SCROLL = 18

/** A finger or a pen goes down on a row's grip, where alone it drags and does not scroll. */
export function answerTouch(event: PointerEvent, place: PointerPlace): void {
  const target = event.target instanceof Element ? event.target : null
  const row = target?.closest<HTMLElement>('[data-row]')
  if (!row || !target?.closest('[data-grip]')) return
  if (place.model.state.editing) place.settle()
  place.model.takeFocus()
  dragRow(Number(row.dataset['row']), place)
}

/** A press in the grid: on a row's grip, a row's number or a cell. Presses in an open editor are the editor's own. */
export function answerPress(event: MouseEvent, place: PointerPlace): void {
  const target = event.target instanceof Element ? event.target : null
  const row = target?.closest<HTMLElement>('[data-row]')
  if (event.button !== 0 || !target || !row || target.closest('.loam-table__editor, button')) return
  const index = Number(row.dataset['row'])
  event.preventDefault()
  const { editing, focused } = place.model.state
  if (editing) place.settle()
  place.model.takeFocus()
  const cell = target.closest<HTMLElement>('[data-column]')
  if (target.closest('[data-grip]')) {
    if (!place.touch) dragRow(index, place)
  } else if (target.closest('[data-rowhead]')) chooseRows(index, event.shiftKey, place)
  else if (cell) {
    const position = { row: index, column: Number(cell.dataset['column']) }
    chooseCells(position, { extend: event.shiftKey, opens: focused }, place)
  }
}

/** `opens`: a second press on the active cell opens its editor. */
function chooseCells(
  position: Position,
  { extend, opens }: { readonly extend: boolean; readonly opens: boolean },
  place: PointerPlace,
): void {
  const { model } = place
  const before = model.position
  const again =
    opens && !extend && !model.state.head && before?.row === position.row && before.column === position.column
  if (!again) model.activate(position, { extend })
  let dragged = false
  followMouse(
    place,
    (at) => {
      if (at.row === position.row && at.column === position.column && !dragged) return
      dragged = true
      model.activate(at, { extend: true })
    },
    () => {
      if (again && !dragged) model.edit('opening')
    },
  )
}

function chooseRows(index: number, extend: boolean, place: PointerPlace): void {
  const { model } = place
  model.activate({ row: index, column: 0 }, { extend, whole: true })
  followMouse(place, ({ row }) => model.activate({ row, column: 0 }, { extend: true, whole: true }))
}

function dragRow(index: number, place: PointerPlace): void {
  const rowId = place.model.ids[index]
  if (!rowId || place.model.rights.locked) return
  place.model.activate({ row: index, column: 0 }, { whole: true })
  let before = index
  follow(
    place,
    (_at, y) => {
      before = Math.min(Math.max(Math.round(y / ROW_HEIGHT), 0), place.model.ids.length)
      place.showDrop(before)
    },
    () => {
      place.showDrop(null)
      moveRow(place.model, rowId, before > index ? before - 1 : before)
    },
  )
}

/** Follows a mouse over cells or row numbers; a finger has gone by the time its press is told. */
function followMouse(place: PointerPlace, onMove: (at: Position) => void, onEnd?: () => void): void {
  if (place.touch) onEnd?.()
  else follow(place, onMove, onEnd)
}

/** Follows the pointer over the rows until it is let go, scrolling when it leaves them. `y`: pixels from the first row. */
function follow(place: PointerPlace, onMove: (at: Position, y: number) => void, onEnd?: () => void): void {
  const controller = new AbortController()
  const { signal } = controller
  let point: { x: number; y: number } | null = null
  let frame = 0
  const report = () => {
    if (!point) return
    const view = place.view()
    const x = point.x - place.scroller.getBoundingClientRect().left
    const y = point.y - place.bodyTop()
    onMove(cellAt(x, y, place.layout, view), y + view.scrollTop)
  }
  const scroll = () => {
    frame = requestAnimationFrame(scroll)
    if (!point) return
    const view = place.view()
    const y = point.y - place.bodyTop()
    const x = point.x - place.scroller.getBoundingClientRect().left
    const down = y < 0 ? -DRAG_SCROLL : y > view.height ? DRAG_SCROLL : 0
    const across = x < 0 ? -DRAG_SCROLL : x > view.width ? DRAG_SCROLL : 0
    if (down === 0 && across === 0) return
    place.scroller.scrollBy(across, down)
    report()
  }
  const move = (event: PointerEvent) => {
    point = { x: event.clientX, y: event.clientY }
    report()
  }
  const end = () => {
    cancelAnimationFrame(frame)
    controller.abort()
    onEnd?.()
  }
  frame = requestAnimationFrame(scroll)
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', end, { signal })
  document.addEventListener('pointercancel', end, { signal })
}
