import { Empty, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { whenIdle } from '../idle'
import { ErrorBoundary } from './error-boundary'
import { Home } from './home'
import { type Destination, destinations, trailTo } from './menu'
import type { SignedIn } from './session'
import { useSay } from './use-say'

const importPage = () => import('@renderers/page')
const PageView = lazy(async () => ({ default: (await importPage()).PageView }))
const ModelPage = lazy(async () => ({ default: (await import('@renderers/list')).ModelPage }))

/** The routes are the menu's; nothing else is reachable. */
export function WorkspaceRoutes({ signedIn }: { readonly signedIn: SignedIn }) {
  const { pathname } = useLocation()
  useTitle(signedIn, pathname)
  useEffect(() => {
    // Forms and lists are one chunk, fetched while the person looks at the first screen.
    whenIdle(() => void importPage())
  }, [])
  if (signedIn.menu.length === 0) return <NoMenu />
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path="/" element={<Navigate to="/home" replace />} />
          <Route path="/home" element={<Home signedIn={signedIn} />} />
          {destinations(signedIn.menu).map((place) =>
            place.kind === 'link' ? null : (
              <Route key={place.entry.id} path={place.path} element={screenOf(place)} />
            ),
          )}
          <Route path="/404" element={<NotFound />} />
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function screenOf(place: Exclude<Destination, { kind: 'link' }>) {
  return place.kind === 'page' ? (
    <PageView key={place.path} file={place.file} route={place.path} />
  ) : (
    <ModelPage key={place.path} modelId={place.modelId} menuId={place.entry.id} />
  )
}

function useTitle({ menu, system }: SignedIn, pathname: string): void {
  const say = useSay()
  useEffect(() => {
    const name = trailTo(menu, pathname).at(-1)?.fullName ?? (pathname === '/home' ? say('@shell.home') : '')
    const product = String(system['sysName'] || say('@shell.productName'))
    document.title = name ? `${name} - ${product}` : product
  }, [menu, system, pathname, say])
}

function Loading() {
  return (
    <div className="loam-place">
      <Spin delay={200} />
    </div>
  )
}

/** The documented text for a person without any menu. */
function NoMenu() {
  const say = useSay()
  return (
    <div className="loam-place" role="alert">
      <Empty description={say('@shell.noMenu')} />
    </div>
  )
}

function NotFound() {
  const say = useSay()
  return (
    <div className="loam-place loam-not-found">
      <strong>404</strong>
      <p>{say('@shell.notFound')}</p>
      <Link to="/home">{say('@shell.backHome')}</Link>
    </div>
  )
}
