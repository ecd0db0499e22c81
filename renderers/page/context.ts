import type { ActionRunner } from '@runtime/action'
import { type Scope, scopeOf } from '@runtime/expression'
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { getVersion, subscribe } from 'valtio/vanilla'
import type { OpenDialog } from './dialogs'
import type { PageForm } from './page-form'
import type { Screen } from './screen'
import type { SourceState } from './sources'

/** Where a node stands: the page itself, or a dialog of it with names of its own. */
export interface NodeContext {
  readonly screen: Screen
  readonly scope: Scope
  readonly runner: ActionRunner
  /** The dialog that it is inside. */
  readonly dialog?: OpenDialog
  /** Hears of each form that stands inside; the answer takes it away again. */
  readonly joined?: (form: PageForm) => () => void
}

export const NodeReactContext = createContext<NodeContext | null>(null)

export function useNodeContext(): NodeContext {
  const context = useContext(NodeReactContext)
  if (!context) throw new Error('No page around this node')
  return context
}

/** The same context with names of its own: what is drawn there and what runs there sees them first. */
export function useNodeContextWith(names: Readonly<Record<string, unknown>>): NodeContext {
  const context = useNodeContext()
  return useMemo(() => {
    const { runner, scope } = context
    const run: ActionRunner['run'] = (action, given, options) =>
      runner.run(action, { ...names, ...given }, options)
    return { ...context, scope: scopeOf({ ...names }, scope), runner: { ...runner, run } }
  }, [context, names])
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

const MISSING: SourceState = { state: 'idle', data: null, error: '', since: null }

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
