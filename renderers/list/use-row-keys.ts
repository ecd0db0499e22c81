import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FlatRow } from './flat-rows'
import type { Row } from './source'

/** What rows do when they are pressed, by pointer or key. */
export interface RowUse {
  readonly rows: readonly FlatRow[]
  /** Opens a record; null: a row does nothing of itself. */
  readonly onOpen: ((row: Row) => void) | null
  /** What a double click and Enter do; null: as a press. */
  readonly onWhole: ((row: Row) => void) | null
  /** Opens what is below a record, where there is something. */
  readonly onUnfold: ((id: string) => void) | null
  readonly onToggle: (id: string) => void
  readonly onSelect: ((id: string) => void) | null
  /** Keys of the list's own; true: it was one of them. */
  readonly onKey?: ((event: KeyboardEvent<HTMLElement>, flat: FlatRow) => boolean) | undefined
  /** Brings a row into view, so that it is drawn. */
  readonly show: (index: number) => void
  /** Rows that are seen at once. */
  readonly page: () => number
}

/** Where the keys are: at a row, or at one of its cells. */
interface Spot {
  readonly id: string
  /** The cell's place in its row; null: the row itself. */
  readonly cell: number | null
}

/** What in a row has a use of its own for a press. */
const OWN =
  'button, a, input, label, textarea, select, [role="checkbox"], [role="combobox"], [data-own-press]'

/**
 * Rows and cells by keyboard: one of them is in the order of Tab. Up and down go from row to row; right goes from a row to
 * its first cell, or opens a branch, left back; Enter opens a record, the space bar ticks it.
 */
export function useRowKeys(use: RowUse) {
  const place = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<Spot | null>(null)
  /** What gets the focus as soon as it is drawn. */
  const wanted = useRef<Spot | null>(null)
  const latest = useRef(use)
  latest.current = use
  useLayoutEffect(() => {
    const spot = wanted.current
    const row = spot && rowIn(place.current, spot.id)
    if (!row) return
    wanted.current = null
    const cell = spot.cell === null ? null : cellsOf(row)[spot.cell]
    ;(cell ?? row).focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const focus = useCallback((id: string, cell: number | null = null) => {
    const index = latest.current.rows.findIndex((flat) => flat.id === id)
    if (index < 0) return
    wanted.current = { id, cell }
    setCurrent({ id, cell })
    latest.current.show(index)
  }, [])
  const rowAt = (target: EventTarget): { element: HTMLElement; index: number; flat: FlatRow } | null => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    // What a row's menu or dialog says comes here too, out of another place of the page.
    if (!element || !place.current?.contains(element)) return null
    const index = latest.current.rows.findIndex(({ id }) => id === element.dataset['row'])
    const flat = latest.current.rows[index]
    return flat ? { element, index, flat } : null
  }
  /** Who presses faster than rows are drawn goes on from where they are going to. */
  const goingTo = () => {
    const { rows } = latest.current
    const index = rows.findIndex(({ id }) => id === wanted.current?.id)
    const flat = rows[index]
    return flat && wanted.current ? { index, flat, cell: wanted.current.cell } : null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowAt(event.target)
    if (!at || event.defaultPrevented) return
    const cell = cellOf(at.element, event.target)
    if (cell === null && at.element !== event.target) return leaveControl(event, at.element)
    const going = goingTo()
    const spot = { event, ...at, cell, ...going, use: latest.current, focus }
    // What a cell that is not drawn yet has to press nobody has seen.
    const isUnseen = going !== null && going.cell !== null && event.key === 'Enter'
    if (isUnseen || latest.current.onKey?.(event, spot.flat) || pressed(spot)) event.preventDefault()
  }
  const recordAt = ({ target }: MouseEvent<HTMLElement>): Row | null => {
    const at = rowAt(target)
    if (!at || at.flat.group || !(target instanceof Element)) return null
    const own = target.closest(OWN)
    return own && at.element.contains(own) ? null : at.flat.row
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = isSelecting() ? null : recordAt(event)
    if (row) latest.current.onOpen?.(row)
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const { onWhole } = latest.current
    const row = onWhole && recordAt(event)
    if (!row) return
    // It marks a word on its way.
    document.getSelection()?.removeAllRanges()
    onWhole(row)
  }
  const onFocus = (event: { readonly target: EventTarget }) => {
    const at = rowAt(event.target)
    if (at) setCurrent({ id: at.flat.id, cell: cellOf(at.element, event.target) })
  }
  const isThere = use.rows.some(({ id }) => id === current?.id)
  const first = use.rows[0]?.id ?? null
  return {
    place,
    current: isThere && current ? current.id : first,
    /** The cell of the current row that is in the order of Tab; null: the row itself. */
    cell: isThere && current ? current.cell : null,
    focus,
    events: { onKeyDown, onClick, onDoubleClick, onFocus },
  }
}

/** Words of a row are being marked, to be copied: that is no press. */
function isSelecting(): boolean {
  return document.getSelection()?.type === 'Range'
}

function rowIn(place: HTMLElement | null, id: string): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null
}

/** The cells of a row that can have the focus, in their order. */
function cellsOf(row: HTMLElement): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(':scope > .loam-list-row-cells > [tabindex]')]
}

/** Which of a row's cells an element is; null: none. */
function cellOf(row: HTMLElement, element: EventTarget): number | null {
  const index = cellsOf(row).indexOf(element as HTMLElement)
  return index < 0 ? null : index
}

/** Esc leaves a button, a tick or a link of a cell for the cell itself. */
function leaveControl(event: KeyboardEvent<HTMLElement>, row: HTMLElement): void {
  if (event.key !== 'Escape' || !(event.target instanceof Element)) return
  const cell = cellsOf(row).find((one) => one.contains(event.target as Element))
  if (!cell) return
  event.preventDefault()
  cell.focus()
}

/** A key that was pressed at a row or a cell of it. */
interface Pressed {
  readonly event: KeyboardEvent<HTMLElement>
  readonly element: HTMLElement
  readonly flat: FlatRow
  readonly index: number
  readonly cell: number | null
  readonly use: RowUse
  readonly focus: (id: string, cell?: number | null) => void
}

/** Whether the key was one of a row's. */
function pressed(at: Pressed): boolean {
  const { event, flat, index, cell, use, focus } = at
  if (event.altKey || event.metaKey) return false
  const to = (next: number, column = cell) => {
    const row = use.rows[Math.max(0, Math.min(next, use.rows.length - 1))]
    if (row) focus(row.id, row.group ? null : column)
    return true
  }
  const last = use.rows.length - 1
  if (event.ctrlKey) {
    if (event.key === 'Home') return to(0, cell === null ? null : 0)
    if (event.key === 'End') return to(last, cell === null ? null : cellsOf(at.element).length - 1)
    return false
  }
  switch (event.key) {
    case 'ArrowDown':
      return to(index + 1)
    case 'ArrowUp':
      return to(index - 1)
    case 'PageDown':
      return to(index + use.page())
    case 'PageUp':
      return to(index - use.page())
    case 'Home':
      return cell === null ? to(0) : to(index, 0)
    case 'End':
      return cell === null ? to(last) : to(index, cellsOf(at.element).length - 1)
    case 'ArrowRight':
    case 'ArrowLeft':
      return cell === null ? sideways(at, to) : fromCell(at, cell, to)
    case 'Enter':
      return entered(at)
    case ' ':
      if (!flat.group) use.onSelect?.(flat.id)
      return true
    default:
      return false
  }
}

type To = (index: number, cell?: number | null) => boolean

/** From a row: into its cells, or through branches. */
function sideways({ event, flat, index, use }: Pressed, to: To): boolean {
  if (event.key === 'ArrowLeft') {
    if (!flat.parent || !flat.open) return to(aboveOf(use.rows, index))
    use.onToggle(flat.id)
    return true
  }
  if (flat.group && flat.open) return to(index + 1)
  if (!flat.parent || flat.open) return flat.group || to(index, 0)
  use.onToggle(flat.id)
  return true
}

/** From a cell to the next one; to the left of the first is the row. */
function fromCell({ event, element, index }: Pressed, cell: number, to: To): boolean {
  if (event.key === 'ArrowLeft') return to(index, cell === 0 ? null : cell - 1)
  return to(index, Math.min(cell + 1, cellsOf(element).length - 1))
}

/** Enter goes to what a cell has to press, opens a record, or what is below it. */
function entered({ element, flat, cell, use }: Pressed): boolean {
  const control = cell === null ? null : cellsOf(element)[cell]?.querySelector<HTMLElement>(CONTROL)
  if (control) control.focus()
  else if (flat.group) use.onToggle(flat.id)
  else if (use.onOpen) (use.onWhole ?? use.onOpen)(flat.row)
  else use.onUnfold?.(flat.id)
  return true
}

/** What a cell has to press besides its words. */
const CONTROL = 'button:not(:disabled), a[href], input:not(:disabled)'

/** The row that another one is below; itself at the top. */
function aboveOf(rows: readonly FlatRow[], index: number): number {
  const level = rows[index]?.level ?? 0
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return index
}
