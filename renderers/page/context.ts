import type { ActionRunner } from '@runtime/action'
import type { Scope } from '@runtime/expression'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { getVersion, subscribe } from 'valtio/vanilla'
import type { Screen } from './screen'
import type { SourceState } from './sources'

/** Where a node stands: the page itself, or a dialog of it with names of its own. */
export interface Place {
  readonly screen: Screen
  readonly scope: Scope
  readonly runner: ActionRunner
  /** True inside a dialog. */
  readonly dialog?: boolean
}

export const PlaceContext = createContext<Place | null>(null)

export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('No page around this node')
  return place
}

/** Draws the component again whenever what the page's expressions read changes: its state or its data. */
export function usePageState(screen: Screen): void {
  useVersion(screen.state)
  useVersion(screen.sources.changes)
}

/** A source of the page, fetched because it is looked at. */
export function useSource(screen: Screen, name: string): SourceState {
  const state = screen.sources.use(name) ?? MISSING
  useVersion(state)
  return state
}

const MISSING: SourceState = { state: 'idle', data: null, error: '' }

/**
 * Subscribes to a valtio proxy as a whole; its members are then read from the proxy itself. What changed between drawing
 * and subscribing counts too.
 */
export function useVersion(state: object): void {
  useSyncExternalStore(
    (listener) => (state === MISSING ? () => undefined : subscribe(state, listener, true)),
    () => getVersion(state) ?? 0,
  )
}

/** Hears an event that `emit` sends to this part of the page. */
export function useEvent(screen: Screen, event: string | undefined, listener: () => void): void {
  useEffect(
    () => (event === undefined ? undefined : screen.listen(event, listener)),
    [screen, event, listener],
  )
}
