import { type RefObject, useLayoutEffect } from 'react'

/** Puts right what a library's component says wrongly to assistive technology. Runs again whenever its DOM changes. */
export type Repair = (place: HTMLElement) => void

/** Keeps `place` repaired: after it was drawn, whenever nodes come, and whenever a level changes, something hides or is chosen. */
export function useAriaRepair(place: RefObject<HTMLElement | null>, repair: Repair): void {
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    repair(element)
    const observer = new MutationObserver(() => repair(element))
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-level', 'aria-hidden', 'aria-selected'],
    })
    return () => observer.disconnect()
  }, [place, repair])
}

/** Arco counts the levels of a tree from 0; ARIA from 1. */
export const repairTree: Repair = (place) => {
  for (const node of place.querySelectorAll('.arco-tree-node')) {
    const level = String(node.querySelectorAll(':scope > .arco-tree-node-indent > *').length + 1)
    if (node.getAttribute('aria-level') !== level) node.setAttribute('aria-level', level)
  }
}

/** Arco's directories in a menu open and close but have no role. */
export const repairMenu: Repair = (place) => {
  for (const header of place.querySelectorAll('.arco-menu-inline-header:not([role])')) {
    header.setAttribute('role', 'menuitem')
  }
}

/** Arco names the choice of a page's size without giving it a role that can have a name. */
export const repairPager: Repair = (place) => {
  for (const choice of place.querySelectorAll('.arco-pagination-option:not([role])')) {
    choice.setAttribute('role', 'group')
  }
}

/**
 * Arco's tabs stand in no list of tabs, the Tab key stops at each of them, and what is in a hidden pane is still reached by it:
 * the one that is open takes the keyboard, and the arrows lead on from it.
 */
export const repairTabs: Repair = (place) => {
  for (const pane of place.querySelectorAll<HTMLElement>('.arco-tabs-content-item')) {
    pane.inert = pane.getAttribute('aria-hidden') === 'true'
  }
  for (const header of place.querySelectorAll<HTMLElement>('.arco-tabs-header:not([role])')) {
    header.setAttribute('role', 'tablist')
    if (header.closest('.arco-tabs')?.matches('.arco-tabs-vertical'))
      header.setAttribute('aria-orientation', 'vertical')
    header.addEventListener('keydown', moveAlongTabs)
  }
  for (const tab of place.querySelectorAll<HTMLElement>('.arco-tabs-header > [role="tab"]')) {
    const tabIndex = tab.getAttribute('aria-selected') === 'true' ? 0 : -1
    if (tab.tabIndex !== tabIndex) tab.tabIndex = tabIndex
  }
}

const ALONG: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
}

/** Arrows, Home and End go along the tabs; Enter opens the one they stand at, as Arco has it. */
function moveAlongTabs(event: KeyboardEvent): void {
  const header = event.currentTarget as HTMLElement
  const tabs = [...header.querySelectorAll<HTMLElement>(':scope > [role="tab"]:not([aria-disabled="true"])')]
  const at = tabs.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const step = ALONG[header.getAttribute('aria-orientation') ?? 'horizontal']?.[event.key]
  const ends: Readonly<Record<string, number>> = { Home: 0, End: tabs.length - 1 }
  const next = step === undefined ? ends[event.key] : (at + step + tabs.length) % tabs.length
  if (next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
}

/**
 * Arco's choice with search hides its field from assistive technology while it shows what is chosen, yet leaves it to the
 * Tab key, which would stop twice: the choice itself takes the keyboard and hands it on.
 */
export const repairSelect: Repair = (place) => {
  for (const field of place.querySelectorAll('.arco-select-view-input:not([tabindex="-1"])')) {
    field.setAttribute('tabindex', '-1')
  }
}

/** What of a table is reached only by scrolling is reached by the keyboard too. */
export const repairTable: Repair = (place) => {
  for (const content of place.querySelectorAll<HTMLElement>('.arco-table-content-inner')) {
    if (content.scrollWidth > content.clientWidth) content.tabIndex = 0
    else content.removeAttribute('tabindex')
  }
}
