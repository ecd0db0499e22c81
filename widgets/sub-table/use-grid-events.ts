import type { Host } from '@runtime/host'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { readClipboard, writeClipboard } from '../shared/clipboard'
import { boundedWidth } from './columns'
import { clearRange, copyRange, pasteCells } from './commands'
import { type GridLayout, ROW_HEIGHT } from './geometry'
import type { GridModel } from './grid-model'
import { answerKey, type KeyAnswer } from './keyboard'
import { answerPress, answerTouch, type PointerPlace } from './pointer'
import { viewportOf } from './use-reveal'

export interface GridEventsOptions {
  readonly model: GridModel
  readonly host: Host
  readonly settings: { readonly showSummary: boolean }
  readonly frame: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly headerRows: number
  readonly resize: (column: string, width: number, done: boolean) => void
  readonly showDrop: (index: number | null) => void
}

/** Listeners of the grid's frame: one each for all cells. What pop-ups of an open editor do reaches them through React. */
export function useGridEvents(options: GridEventsOptions) {
  const { model, host, frame, scroller, layout, headerRows } = options
  const pressedInside = useRef(false)
  const touched = useRef(false)
  const headerHeight = headerRows * ROW_HEIGHT
  const settle = () =>
    frame.current?.querySelector<HTMLElement>('[data-anchor]')?.focus({ preventScroll: true })
  const view = (element: HTMLElement) => viewportOf(element, headerHeight, options.settings.showSummary)

  /** What a press needs of the screen; null beside the rows. */
  const placeOf = (target: EventTarget): PointerPlace | null => {
    const element = scroller.current
    if (!element?.contains(target as Node)) return null
    return {
      model,
      scroller: element,
      layout,
      view: () => view(element),
      bodyTop: () => element.getBoundingClientRect().top + headerHeight,
      settle,
      touch: touched.current,
      showDrop: options.showDrop,
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = scroller.current
    if (!element || !isOfGrid(event) || event.nativeEvent.isComposing || event.key === 'Process') return
    if (event.defaultPrevented && event.key !== 'Tab') return
    let answer: KeyAnswer = 'ignored'
    flushSync(() => {
      answer = answerKey(event, model, {
        host,
        settle: leaveEditor,
        pageRows: Math.max(Math.floor(view(element).height / ROW_HEIGHT) - 1, 1),
        resize: (by) => resizeActive(options, by),
      })
    })
    if (answer !== ('ignored' as KeyAnswer)) event.preventDefault()
    if (answer === ('kept' as KeyAnswer)) event.stopPropagation()
  }

  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    if (model.state.editing || !isOfGrid(event)) return
    writeClipboard(event.clipboardData, copyRange(model))
    event.preventDefault()
  }
  const onCut = (event: ClipboardEvent<HTMLElement>) => {
    if (model.state.editing || !isOfGrid(event)) return
    onCopy(event)
    clearRange(model)
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    if (model.state.editing) return
    const matrix = readClipboard(event.clipboardData)
    if (!matrix) return
    event.preventDefault()
    pasteCells(model, matrix, host)
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    pressedInside.current = false
    if (event.target === scroller.current) focusGrid(model)
    else if (!model.state.focused) model.update({ focused: true })
  }
  const isOwn = (element: Element | null) => frame.current?.contains(element) || isInPopup(element)
  const leave = () => {
    model.commit()
    model.leaveBegun()
    model.update({ focused: false })
  }
  /**
   * The keyboard is gone when neither the grid nor a pop-up of its editor has received it, nor a press there took it. Where
   * it is known who has, that is at once: it may be the button that saves.
   */
  const onBlur = ({ relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Element && !isOwn(relatedTarget)) return leave()
    setTimeout(() => {
      if (pressedInside.current || !document.hasFocus() || isOwn(document.activeElement)) return
      leave()
    })
  }
  return {
    onKeyDown,
    onCopy,
    onCut,
    onPaste,
    onFocus,
    onBlur,
    onMouseDown: (event: React.MouseEvent<HTMLElement>) => {
      pressedInside.current = true
      setTimeout(() => {
        pressedInside.current = false
      })
      const place = placeOf(event.target)
      if (place) answerPress(event.nativeEvent, place)
    },
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      touched.current = event.pointerType !== 'mouse'
      const place = touched.current && placeOf(event.target)
      if (place) answerTouch(event.nativeEvent, place)
    },
  }
}

/** The focus comes back to the cell that is active next; moving it to this one's first would lay the table out twice. */
function leaveEditor(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Asked from outside (a label, the first error of a form): goes to the first wrong cell, else to where one was. */
export function focusGrid(model: GridModel): void {
  const [first] = model.table.errors()
  if (first) {
    model.table.touch(first.rowId, first.column)
    const column = model.columns.findIndex(({ name }) => name === first.column)
    model.activate({ row: model.indexOf(first.rowId), column })
  } else if (!model.state.active) model.activate({ row: 0, column: 0 })
  model.takeFocus()
}

/** From a cell or its editor: buttons of the frame answer for themselves, and so do pop-ups. */
function isOfGrid(event: { readonly target: EventTarget; readonly currentTarget: EventTarget }): boolean {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return false
  return currentTarget.contains(target) && target.closest('[data-anchor], .loam-table__editor') !== null
}

const POPUPS = '.loam-dialog, .loam-floating, .arco-trigger, .arco-modal-wrapper'

/** Dialogs, and pop-ups of the component library, stand at the end of the body. */
export function isInPopup(element: Element | null): boolean {
  return element?.closest(POPUPS) != null
}

function resizeActive({ model, layout, resize }: GridEventsOptions, by: number): void {
  const { position } = model
  const place = model.at(position)
  if (!position || !place) return
  resize(place.column.name, boundedWidth((layout.widths[position.column] ?? 0) + by), true)
}
