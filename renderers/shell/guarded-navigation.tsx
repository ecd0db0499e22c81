import { isUnsaved } from '@renderers/unsaved'
import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, parsePath, useLocation } from 'react-router-dom'
import { settings } from './layout/settings'
import { tabStore } from './layout/tab-store'
import { hasAgreed, mayLeaveViews } from './leaving'
import { isGate } from './sign-in/redirect'

type Navigator = ReturnType<typeof useNavigator>

/**
 * Asks before a way of the router leads from a view that is not kept and in which something is typed: by a link, by the
 * product itself, and by the browser's back and forward, which are taken back until the person has answered.
 */
export function GuardedNavigation({ children }: { readonly children: ReactNode }) {
  const context = useContext(NavigationContext)
  const here = useHere()
  useGuardedHistory(here)
  const guarded = useMemo(
    () => ({ ...context, navigator: guardedNavigator(context.navigator, here) }),
    [context, here],
  )
  return <NavigationContext value={guarded}>{children}</NavigationContext>
}

/** Where the router is; while the browser has gone on already, still what is shown. */
interface Here {
  path: string
  /** Place in the browser's history, as the router counts it. */
  index: number
}

function useHere(): Here {
  const { pathname, key } = useLocation()
  const here = useRef<Here>({ path: pathname, index: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has its key.
  useLayoutEffect(() => {
    here.current.path = pathname
    here.current.index = indexNow()
  }, [pathname, key])
  return here.current
}

function useNavigator() {
  return useContext(NavigationContext).navigator
}

function guardedNavigator(navigator: Navigator, here: Here): Navigator {
  const asking =
    (way: Navigator['push']): Navigator['push'] =>
    (to, ...more) => {
      const { pathname = here.path } = typeof to === 'string' ? parsePath(to) : to
      if (hasAgreed() || !isLost(here.path, pathname)) return way(to, ...more)
      void mayLeaveViews((view) => view === here.path).then((may) => may && way(to, ...more))
    }
  return {
    ...navigator,
    createHref: (to) => navigator.createHref(to),
    go: (delta) => navigator.go(delta),
    push: asking((to, ...more) => navigator.push(to, ...more)),
    replace: asking((to, ...more) => navigator.replace(to, ...more)),
  }
}

function useGuardedHistory(here: Here): void {
  useLayoutEffect(() => {
    let passes: 'asks' | 'returns' | 'goes' = 'asks'
    const travel = (event: PopStateEvent) => {
      const way = passes
      passes = 'asks'
      if (way === 'goes') return
      if (way === 'returns') return event.stopImmediatePropagation()
      const steps = indexNow() - here.index
      if (steps === 0 || !isLost(here.path, location.pathname)) return
      event.stopImmediatePropagation()
      passes = 'returns'
      history.go(-steps)
      void mayLeaveViews((view) => view === here.path).then((may) => {
        if (!may) return
        passes = 'goes'
        history.go(steps)
      })
    }
    // Before the router hears of it.
    addEventListener('popstate', travel, true)
    return () => removeEventListener('popstate', travel, true)
  }, [here])
}

/** Whether something typed in a view is lost when another is shown. Gates stand over the views, which stay. */
function isLost(from: string, to: string): boolean {
  if (from === to || isGate(from) || isGate(to)) return false
  const isKept = settings.useCache && tabStore.tabs.cached.some(({ path }) => path === from)
  return !isKept && isUnsaved((view) => view === from)
}

function indexNow(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
}
