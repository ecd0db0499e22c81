import type { ActionRunner } from '@runtime/action'
import { type Scope, scopeOf } from '@runtime/expression'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { getVersion, snapshot, subscribe } from 'valtio/vanilla'
import type { OpenDialog } from './dialogs'
import type { PageForm } from './page-form'
import type { Reads } from './reads'
import type { Screen } from './screen'
import type { SourceState } from './sources'

/** Where a node stands: the page itself, or a dialog of it with names of its own. */
export interface NodeContext {
  readonly screen: Screen
  readonly scope: Scope
  readonly runner: ActionRunner
  /** The page stands in another, which names the document. */
  readonly isInner?: boolean
  /** The dialog that it is inside. */
  readonly dialog?: OpenDialog
  /** Hears of each form that stands inside; the answer takes it away again. */
  readonly joined?: (form: PageForm) => () => void
  /** Valtio proxy that changes with what is filled in around, which expressions know as `form`. */
  readonly filled?: object | undefined
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

/**
 * Draws the component again whenever that changes of the page which it reads, or of the form around.
 * @returns the same object until then
 */
export function usePageReads(screen: Screen, { page, data }: Reads): object {
  const last = useRef<readonly unknown[]>([])
  const around = useContext(NodeReactContext)?.filled
  const filled = page === null ? around : undefined
  const { state, sources } = screen
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const seen = [state, sources.changes, ...(filled ? [filled] : [])]
        const stops = seen.map((proxy) => subscribe(proxy, listener, true))
        return () => {
          for (const stop of stops) stop()
        }
      },
      [state, sources, filled],
    ),
    () => {
      const members = snapshot(state)
      const now = [
        data && getVersion(sources.changes),
        filled && getVersion(filled),
        ...(page === null ? [members] : page.map((name) => members[name])),
      ]
      const isSame =
        now.length === last.current.length && now.every((value, at) => Object.is(value, last.current[at]))
      if (!isSame) last.current = now
      return last.current
    },
  )
}

/** Whether steps run that were begun under a name: the button that began them waits. */
export function useRunning({ state }: ActionRunner, source: string): boolean {
  return useSyncExternalStore(
    useCallback((listener) => subscribe(state, listener, true), [state]),
    () => state.running[source] === true,
  )
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
