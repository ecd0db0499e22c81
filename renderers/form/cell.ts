import type { Cell } from '@runtime/form/store.types'
import { useCallback, useSyncExternalStore } from 'react'
import { snapshot, subscribe } from 'valtio/vanilla'

/**
 * The state of one cell. Draws again at once (a text input would lose its caret otherwise) and only when this cell
 * changes. It is `useSnapshot(cell, { sync: true })` without its tracking of reads: a leaf reads all of its cell, and a
 * tracked array or object handed to a widget would be compared only by the members that the widget happened to read.
 */
export function useCell(cell: Cell): Cell {
  const listen = useCallback((notify: () => void) => subscribe(cell, notify, true), [cell])
  const read = useCallback(() => snapshot(cell) as Cell, [cell])
  return useSyncExternalStore(listen, read, read)
}
