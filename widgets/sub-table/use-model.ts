import type { Cell } from '@runtime/form/store.types'
import { useCallback, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { type Snapshot, snapshot, subscribe } from 'valtio/vanilla'
import type { GridModel } from './grid-model'

/** A part of the grid's state; the component is drawn again only when it becomes another. */
export function useSlice<T>(model: GridModel, slice: (model: GridModel) => T): T {
  return useSyncExternalStore(model.subscribe, () => slice(model))
}

/** One cell of the table store, whole: cheaper than a tracking snapshot where hundreds are on the screen. */
export function useCell(cell: Cell): Snapshot<Cell> {
  const onChange = useCallback((listener: () => void) => subscribe(cell, listener, true), [cell])
  return useSyncExternalStore(onChange, () => snapshot(cell))
}

/** The number of rows, followed. */
export function useRowCount(model: GridModel): number {
  return useSnapshot(model.table.state).ids.length
}
