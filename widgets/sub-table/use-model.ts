import type { Cell, CellState } from '@runtime/form/store.types'
import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import type { GridModel } from './grid-model'

/** A part of the grid's state; the component is drawn again only when it becomes another. */
export function useSlice<T>(model: GridModel, slice: (model: GridModel) => T): T {
  return useSyncExternalStore(model.subscribe, () => slice(model))
}

/** The state of one cell of the table store, followed. */
export function useCell({ subscribe, read }: Cell): CellState {
  return useSyncExternalStore(subscribe, read)
}

/** The number of rows, followed. */
export function useRowCount(model: GridModel): number {
  return useSnapshot(model.table.state).ids.length
}
