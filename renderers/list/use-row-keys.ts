import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FlatRow } from './flat-rows'
import type { Row } from './source'

/** What rows do when they are pressed, by pointer or key. */
export interface RowUse {
  readonly rows: readonly FlatRow[]
  /** Opens a record; null: a row does nothing of itself. */
  readonly onOpen: ((row: Row) => void) | null
  /** Opens what is below a record, where there is something. */
  readonly onUnfold: ((id: string) => void) | null
  readonly onToggle: (id: string) => void
  readonly onSelect: ((id: string) => void) | null
  /** Keys of the list's own; true: it was one of them. */
  readonly onKey?: ((event: KeyboardEvent<HTMLElement>, flat: FlatRow) => boolean) | undefined
  /** Brings a row into view, so that it is drawn. */
  readonly show: (index: number) => void
}

/** What in a row has a use of its own for a press. */
const OWN =
  'button, a, input, label, textarea, select, [role="checkbox"], [role="combobox"], [data-own-press]'

/**
 * Rows by keyboard: one of them is in the order of Tab, arrows go from row to row and open and close branches, Enter opens
 * a record, the space bar ticks it.
 */
export function useRowKeys(use: RowUse) {
  const place = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  /** The row that gets the focus as soon as it is drawn. */
  const wanted = useRef<string | null>(null)
  const latest = useRef(use)
  latest.current = use
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = place.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })
  const focus = useCallback((id: string) => {
    const index = latest.current.rows.findIndex((flat) => flat.id === id)
    if (index < 0) return
    wanted.current = id
    setCurrent(id)
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
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowAt(event.target)
    if (!at || at.element !== event.target || event.defaultPrevented) return
    if (pressed(event, at.flat, at.index, latest.current, focus)) event.preventDefault()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { onOpen } = latest.current
    const at = onOpen && rowAt(event.target)
    if (!at || at.flat.group || !(event.target instanceof Element)) return
    const own = event.target.closest(OWN)
    if ((own && at.element.contains(own)) || isSelecting()) return
    onOpen(at.flat.row)
  }
  const onFocus = (event: { readonly target: EventTarget }) => {
    const at = rowAt(event.target)
    if (at) setCurrent(at.flat.id)
  }
  const isThere = use.rows.some(({ id }) => id === current)
  const first = use.rows[0]?.id ?? null
  return { place, current: isThere ? current : first, focus, events: { onKeyDown, onClick, onFocus } }
}

/** Words of a row are being marked, to be copied: that is no press. */
function isSelecting(): boolean {
  return document.getSelection()?.type === 'Range'
}

/** Whether the key was one of a row's. */
function pressed(
  event: KeyboardEvent<HTMLElement>,
  flat: FlatRow,
  index: number,
  use: RowUse,
  focus: (id: string) => void,
): boolean {
  if (use.onKey?.(event, flat)) return true
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const to = (next: number) => {
    const row = use.rows[Math.max(0, Math.min(next, use.rows.length - 1))]
    if (row) focus(row.id)
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return to(index + 1)
    case 'ArrowUp':
      return to(index - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(use.rows.length - 1)
    case 'ArrowRight':
      if (flat.parent && !flat.open) use.onToggle(flat.id)
      else if (flat.parent) to(index + 1)
      return true
    case 'ArrowLeft':
      if (flat.parent && flat.open) use.onToggle(flat.id)
      else to(aboveOf(use.rows, index))
      return true
    case 'Enter':
      if (flat.group) use.onToggle(flat.id)
      else if (use.onOpen) use.onOpen(flat.row)
      else use.onUnfold?.(flat.id)
      return true
    case ' ':
      if (!flat.group) use.onSelect?.(flat.id)
      return true
    default:
      return false
  }
}

/** The row that another one is below; itself at the top. */
function aboveOf(rows: readonly FlatRow[], index: number): number {
  const level = rows[index]?.level ?? 0
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return index
}
