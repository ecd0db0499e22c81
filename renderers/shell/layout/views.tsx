import { KeptView } from '@renderers/kept-view'
import { ViewPath } from '@renderers/unsaved'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, parsePath, Route, Routes, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { WorkspaceRoutes } from '../routes/routes'
import type { SignedIn } from '../sign-in/session'
import { focusHeading } from './focus'
import { settings } from './settings'
import type { CachedView } from './tabs'
import { useOpenTabs } from './use-tabs'

/** The screen that is on, and behind it those that keep what was done in them (`spec/shell-and-monitoring.md §2.3`). */
export function Views({ signedIn }: { readonly signedIn: SignedIn }) {
  const location = useLocation()
  const views = useViews(location)
  const locations = useRef(new Map<string, Location>())
  locations.current.set(location.pathname, location)
  useFocus(location)
  return views.map((view) => (
    <KeptView key={`${view.path}#${view.round}`} shown={view.path === location.pathname}>
      <ViewPath value={view.path}>
        <View
          signedIn={signedIn}
          path={view.path}
          location={locations.current.get(view.path) ?? locationAt(view.address)}
        />
      </ViewPath>
    </KeptView>
  ))
}

/** The active view is there from the first drawing on; in the order of their paths, so that no view is ever moved. */
function useViews({ pathname, search }: Location): readonly CachedView[] {
  const { cached } = useOpenTabs()
  const { useCache } = useSnapshot(settings)
  const active = cached.find(({ path }) => path === pathname) ?? {
    path: pathname,
    address: pathname + search,
    round: 0,
  }
  if (!useCache) return [active]
  const others = cached.filter(({ path }) => path !== pathname)
  return [...others, active].sort((one, other) => (one.path < other.path ? -1 : 1))
}

interface ViewProps {
  readonly signedIn: SignedIn
  readonly path: string
  readonly location: Location
}

/** One view with its own place in the address bar's history: a hidden one does not see where others go. */
const View = memo(function View({ signedIn, path, location }: ViewProps) {
  const place = useRef<HTMLDivElement>(null)
  useScrollMemory(place)
  const search = useRef(location.search)
  useEffect(() => {
    // Another query is another navigation, which begins at the top.
    if (search.current !== location.search) place.current?.scrollTo(0, 0)
    search.current = location.search
  }, [location.search])
  return (
    <div ref={place} className="loam-view" data-path={path} tabIndex={-1}>
      <Routes location={location}>
        <Route path="*" element={<WorkspaceRoutes signedIn={signedIn} />} />
      </Routes>
    </div>
  )
})

/** A view that is shown again stands where it was left; browsers forget that of what is not displayed. */
function useScrollMemory(place: { readonly current: HTMLElement | null }): void {
  const positions = useRef(new Map<Element, readonly [left: number, top: number]>())
  useLayoutEffect(() => {
    const element = place.current
    for (const [scrolled, [left, top]] of positions.current) {
      if (scrolled.isConnected) scrolled.scrollTo(left, top)
      else positions.current.delete(scrolled)
    }
    const remember = ({ target }: Event) => {
      if (target instanceof Element && target.checkVisibility())
        positions.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    element?.addEventListener('scroll', remember, true)
    return () => element?.removeEventListener('scroll', remember, true)
  }, [place])
}

/** After a navigation the keyboard goes on where the screen begins. */
function useFocus({ pathname }: Location): void {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return undefined
    last.current = pathname
    const view = document.querySelector<HTMLElement>(`.loam-view[data-path="${CSS.escape(pathname)}"]`)
    return view ? focusHeading(view) : undefined
  }, [pathname])
}

function locationAt(address: string): Location {
  const { pathname = '/', search = '', hash = '' } = parsePath(address)
  return { pathname, search, hash, state: null, key: address }
}
