import type { ColumnPlan } from '@runtime/list/plan'
import { Fragment, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useHost } from '../host'
import './column-menu.css'
import type { HeadActs } from './use-head'

/** A column whose menu is open. */
export interface MenuOf {
  readonly column: ColumnPlan
  /** Below what it stands; there the focus goes back. */
  readonly anchor: HTMLElement
}

interface ColumnMenuProps extends MenuOf {
  readonly acts: HeadActs
  /** How it is sorted by this column now. */
  readonly sorted: string
  /** Columns beside it in the same part of the table; absent: it is the last one there. */
  readonly before: string | undefined
  readonly after: string | undefined
  /** It is the only one: without any column a list could not be told from an empty one. */
  readonly isOnly: boolean
  readonly onFit: () => void
  readonly onClose: () => void
}

interface Item {
  readonly key: string
  readonly text: string
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}

/**
 * The menu of a column's head, in the page's top layer, so that no table or dialog cuts it off. Arrows, Home and End move in
 * it; after a choice or Escape the focus is back at the head.
 */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, anchor, onClose } = props
  const host = useHost()
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const element = menu.current
    if (!element || element.matches(':popover-open')) return
    element.showPopover()
    place(element, anchor)
    itemsIn(element)[0]?.focus({ preventScroll: true })
  }, [anchor])
  useEffect(() => {
    const leftBy = ({ target }: Event) => {
      if (!(target instanceof Node) || !menu.current?.contains(target)) close.current()
    }
    const kinds = ['pointerdown', 'scroll', 'resize'] as const
    for (const kind of kinds) addEventListener(kind, leftBy, true)
    return () => {
      for (const kind of kinds) removeEventListener(kind, leftBy, true)
    }
  }, [])
  const leave = () => {
    anchor.focus()
    onClose()
  }
  const choose = ({ run }: Item) => {
    leave()
    run()
  }
  return (
    <div
      ref={menu}
      {...{ popover: 'manual' }}
      role="menu"
      aria-label={host.text('@view.columnMenuOf', { column: host.text(column.label) })}
      className="loam-list-column-menu"
      onKeyDown={(event) => onKey(event, leave)}
    >
      {groupsOf(props, host.text).map((group, index) => (
        <Fragment key={group[0]?.key}>
          {index > 0 && <hr className="loam-list-column-menu-line" />}
          {group.map((item) => (
            <button
              key={item.key}
              type="button"
              {...roleOf(item)}
              aria-disabled={item.disabled === true}
              tabIndex={-1}
              onClick={() => item.disabled !== true && choose(item)}
            >
              {item.text}
            </button>
          ))}
        </Fragment>
      ))}
    </div>
  )
}

function roleOf({ checked }: Item) {
  return checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked }
}

function groupsOf(
  { column, anchor, acts, sorted, before, after, isOnly, onFit }: ColumnMenuProps,
  text: (key: string) => string,
): readonly (readonly Item[])[] {
  const { id, path, fixed } = column
  const order = (key: string, wanted: 'asc' | 'desc' | ''): Item => ({
    key,
    text: text(`@view.${key}`),
    checked: sorted === wanted,
    run: () => acts.sort(path, wanted),
  })
  const filter = acts.filterOf(column)
  const groups: readonly (readonly Item[])[] = [
    column.sortable ? [order('sortUp', 'asc'), order('sortDown', 'desc'), order('sortNone', '')] : [],
    filter ? [{ key: 'filter', text: text('@view.filterColumn'), run: () => filter(anchor) }] : [],
    [
      fixed === 'left'
        ? { key: 'pin', text: text('@view.unpinColumn'), run: () => acts.pin(column, false) }
        : { key: 'pin', text: text('@view.pinColumn'), run: () => acts.pin(column, true) },
      {
        key: 'left',
        text: text('@view.columnLeft'),
        disabled: before === undefined,
        run: () => before !== undefined && acts.move(id, before, 'before'),
      },
      {
        key: 'right',
        text: text('@view.columnRight'),
        disabled: after === undefined,
        run: () => after !== undefined && acts.move(id, after, 'after'),
      },
      { key: 'fit', text: text('@view.fitColumn'), run: onFit },
    ],
    [{ key: 'hide', text: text('@view.hideColumn'), disabled: isOnly, run: () => acts.hide(column) }],
  ]
  return groups.filter((group) => group.length > 0)
}

/** Below its anchor, and within what is seen of the page. */
function place(element: HTMLElement, anchor: HTMLElement): void {
  const { left, bottom, top } = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = element
  const below = bottom + offsetHeight + SPACE <= innerHeight
  element.style.left = `${Math.max(SPACE, Math.min(left, innerWidth - offsetWidth - SPACE))}px`
  element.style.top = `${below ? bottom + 2 : Math.max(SPACE, top - offsetHeight - 2)}px`
}

/** Pixels between the menu and the edge of the page. */
const SPACE = 8

function itemsIn(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')]
}

function onKey(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  const items = itemsIn(event.currentTarget)
  const now = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) items.at(to % items.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') leave()
  else return
  event.preventDefault()
  event.stopPropagation()
}
