import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { isEdited } from '@widgets/edited'
import type { KeyboardEvent } from 'react'
import type { Row } from '../source'

/** A row that is being edited in place: a form of its own, with the model's rules. */
export interface RowSession {
  /** The record's, or of a new row one of its own. */
  readonly id: string
  /** The row as it was listed. */
  readonly row: Row
  readonly store: FormStore
  /** The record that it was filled in over. */
  readonly base: FormRecord
  /** The version that saving must name; null for a new record. */
  readonly version: number | null
  readonly save: () => void
  readonly cancel: () => void
}

/** Whether a column's value is changed in the row; a sub-table's columns are not. */
export function editable({ store }: RowSession, path: string): boolean {
  const field = store.plan.fields.get(path)
  return field !== undefined && field.table === undefined && isEdited(field.definition)
}

/** Enter saves the row and Escape gives it up, unless the widget in which it is pressed has a use for the key. */
export function editingKeys({ save, cancel }: RowSession) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(event.target instanceof HTMLElement))
      return
    if (event.key === 'Escape' && !isOpen(event.target)) {
      event.preventDefault()
      cancel()
    }
    if (event.key === 'Enter' && !takesEnter(event.target)) {
      event.preventDefault()
      save()
    }
  }
}

function isOpen(target: HTMLElement): boolean {
  return target.closest('[aria-expanded="true"]:not([role="row"])') !== null
}

function takesEnter(target: HTMLElement): boolean {
  return (
    target.matches('button, a, textarea, [role="combobox"], [role="switch"], [contenteditable="true"]') ||
    isOpen(target)
  )
}
