import type { KeyboardEvent } from 'react'
import { nextRow } from './rows'
import type { ChoiceBoxProps, ChoiceBoxState } from './use-choice-box'

const PAGE = 7

/** The keyboard of a combobox (WAI-ARIA's pattern); answers whether it has used the key. */
export function pressKey(event: KeyboardEvent, box: ChoiceBoxProps, state: ChoiceBoxState): boolean {
  if (event.nativeEvent.isComposing || state.locked || event.ctrlKey || event.metaKey) return false
  return state.open ? pressOpen(event, box, state) : pressClosed(event, box, state)
}

function pressClosed(event: KeyboardEvent, box: ChoiceBoxProps, state: ChoiceBoxState): boolean {
  const { key } = event
  if (box.table?.atPress && (key === 'Enter' || key === ' ')) {
    box.table.open()
    return true
  }
  if (key === 'ArrowDown' || key === 'ArrowUp' || (key === 'Enter' && !box.bare)) {
    state.show()
    return true
  }
  if (key === ' ' && !box.filterable) {
    state.show()
    return true
  }
  return erase(key, box, state)
}

function erase(key: string, box: ChoiceBoxProps, state: ChoiceBoxState): boolean {
  const erasing = key === 'Backspace' || (key === 'Delete' && !box.multiple)
  if (!erasing || state.query !== '' || state.chosen.length === 0) return false
  if (box.multiple) state.remove(state.chosen.at(-1))
  else if (box.clearable) state.clear()
  else return false
  return true
}

function pressOpen(event: KeyboardEvent, box: ChoiceBoxProps, state: ChoiceBoxState): boolean {
  const { key } = event
  const to = target(key, box, state)
  if (to !== null) {
    state.setActive(to)
    return true
  }
  // What was typed waits for the list that it narrows: leaving now would lose it.
  if ((key === 'Enter' || key === 'Tab') && state.query !== '' && box.props.optionsState === 'loading')
    return true
  const row = state.current()
  if (key === 'Enter' || (key === ' ' && !box.filterable)) {
    if (box.props.optionsState === 'failed') box.props.reloadOptions()
    else state.choose(row)
    // In a table cell, Enter goes on to the grid once one is chosen.
    return !box.bare || box.multiple || key === ' '
  }
  if (key === 'Escape') {
    state.hide()
    return !box.bare
  }
  if (key === 'Tab') {
    // What was typed is not lost: it has led to a line.
    if (state.query !== '' && row && !box.multiple && !state.isChosen(row)) state.choose(row)
    state.hide()
    return false
  }
  if (box.tree && state.query === '' && (key === 'ArrowRight' || key === 'ArrowLeft'))
    return unfold(key, state)
  return erase(key, box, state)
}

function target(key: string, box: ChoiceBoxProps, { rows, active, isLocked }: ChoiceBoxState): number | null {
  // A branch that cannot be chosen can still be folded, so a tree passes over nothing.
  const choosable = (row: (typeof rows)[number]) => box.tree === true || !isLocked(row)
  const far = (direction: 1 | -1, count: number) => {
    let position = active
    for (let step = 0; step < count; step += 1) position = nextRow(rows, position, direction, choosable)
    return position
  }
  if (key === 'ArrowDown') return far(1, 1)
  if (key === 'ArrowUp') return far(-1, 1)
  if (key === 'PageDown') return far(1, PAGE)
  if (key === 'PageUp') return far(-1, PAGE)
  if (box.filterable) return null
  if (key === 'Home') return nextRow(rows, -1, 1, choosable)
  if (key === 'End') return nextRow(rows, rows.length, -1, choosable)
  return null
}

function unfold(key: string, { rows, active, fold, setActive }: ChoiceBoxState): boolean {
  const row = rows[active]
  if (!row) return false
  if (key === 'ArrowRight') {
    if (row.expandable && !row.expanded) fold(row)
    else if (row.expanded) setActive(active + 1)
  } else if (row.expanded) fold(row)
  else if (row.parent >= 0) setActive(row.parent)
  return true
}
