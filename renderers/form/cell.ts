import type { Cell, CellState } from '@runtime/form/store.types'
import { useSyncExternalStore } from 'react'

/** The state of one cell; draws again at once (a text input would lose its caret otherwise), and with this cell only. */
export function useCell({ subscribe, read }: Cell): CellState {
  return useSyncExternalStore(subscribe, read)
}
