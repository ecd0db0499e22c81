import type { KeyboardEvent } from 'react'
import type { PickerState } from './use-picker'

const PAGE = 8

/** The keyboard of the search box, which moves in the pane below it; answers whether it has used the key. */
export function pressPickerKey(event: KeyboardEvent, picker: PickerState): boolean {
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  const { lines, tree } = picker.state
  const line = lines[picker.active]
  const to = targetOf(event.key, picker)
  if (to !== null) {
    picker.setActive(Math.max(0, Math.min(to, lines.length - 1)))
    return true
  }
  if (event.key === 'Enter') {
    picker.press(line)
    return true
  }
  if (!tree || picker.keyword !== '' || line?.kind !== 'node') return false
  if (event.key === 'ArrowRight') {
    if (line.expandable && !line.expanded) picker.fold(line)
    else if (line.expanded) picker.setActive(picker.active + 1)
    return true
  }
  if (event.key !== 'ArrowLeft') return false
  if (line.expanded) picker.fold(line)
  else if (line.parent >= 0) picker.setActive(line.parent)
  return true
}

function targetOf(key: string, { active, state, keyword }: PickerState): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1
    case 'ArrowUp':
      return active - 1
    case 'PageDown':
      return active + PAGE
    case 'PageUp':
      return active - PAGE
    // In a text that is being typed these are the caret's.
    case 'Home':
      return keyword === '' ? 0 : null
    case 'End':
      return keyword === '' ? state.lines.length - 1 : null
    default:
      return null
  }
}
