import { Empty, Spin } from '@arco-design/web-react'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { whenSettled } from '@renderers/idle'
import { type PageAddress, PageAddressProvider } from '@renderers/page/address'
import { dataOf } from '@runtime/data'
import { type Destination, destinations } from '@runtime/menu/destination'
import { DOCUMENT_PATHS, MAP_PATHS, SCREEN_PATHS, type ScreenPath } from '@runtime/menu/fixed-paths'
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { ErrorBoundary } from '../error-boundary'
import { redirectOf } from '../sign-in/redirect'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { ModelRoute } from './model-route'
import { FailedNavigation, NavigationBoundary } from './navigation-boundary'
import { NotFound } from './not-found'
import { Redirect } from './redirect'
import { useTitle } from './use-title'

const importListed = () => import('@renderers/page/listed-page')
const importLight = () => import('@renderers/page/light-page')
const importList = () => import('@renderers/list/model-page')
const ListedPage = lazyRoute(async () => (await importListed()).ListedPage)
const LightPage = lazyRoute(async () => (await importLight()).LightPage)
const ModelPage = lazyRoute(async () => (await importList()).ModelPage)
const RecordRoute = lazyRoute(async () => (await import('./record-route')).RecordRoute)
const DictionaryRoute = lazyRoute(async () => (await import('./dictionary-route')).DictionaryRoute)
const EmailDetail = lazyRoute(async () => (await import('./email-detail')).EmailDetail)
const Entrust = lazyRoute(async () => (await import('./work-flow')).Entrust)
const ExternalFrame = lazyRoute(async () => (await import('./external-link')).ExternalFrame)
const ExternalLink = lazyRoute(async () => (await import('./external-link')).ExternalLink)
const Feedback = lazyRoute(async () => (await import('./plain-pages')).Feedback)
const FormShortLink = lazyRoute(async () => (await import('./form-short-link')).FormShortLink)
const Help = lazyRoute(async () => (await import('./plain-pages')).Help)
const MapRoute = lazyRoute(async () => (await import('./map-route')).MapRoute)
const MenuMore = lazyRoute(async () => (await import('./menu-more')).MenuMore)
const MenuRoute = lazyRoute(async () => (await import('./not-installed')).MenuRoute)
const PreviewModel = lazyRoute(async () => (await import('./preview-model')).PreviewModel)
const Statement = lazyRoute(async () => (await import('./plain-pages')).Statement)
const Unreached = lazyRoute(async () => (await import('./unreached')).Unreached)
const WorkFlowDetail = lazyRoute(async () => (await import('./work-flow')).WorkFlowDetail)

/**
 * Fetches what draws an address while it is still asked who is there. What cannot be fetched now is asked for again, and
 * missed, where it is drawn.
 */
export function fetchAhead(pathname: string): void {
  const isHome = pathname === '/' || pathname === '/home'
  const fetched: Promise<unknown> = isHome
    ? importLight()
    : pathname.startsWith('/model/')
      ? importList()
      : importListed()
  fetched.catch(() => {})
}

/** The fixed routes and those of the person's menu; nothing else is reachable (`spec/shell-and-monitoring.md §2`). */
export function WorkspaceRoutes({ signedIn }: { readonly signedIn: SignedIn }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isTravelled = useNavigationType() === 'POP'
  const address = useMemo((): PageAddress => {
    const stands = () => window.location.pathname === pathname
    return {
      search,
      isTravelled,
      now: () => (stands() ? window.location.search : search),
      // Whoever has left the page is not led back to it.
      change: (next, { push = false } = {}) =>
        stands() && void navigate({ pathname, search: next }, { replace: !push }),
      onTravel(heard) {
        const travelled = () => stands() && heard()
        window.addEventListener('popstate', travelled)
        return () => window.removeEventListener('popstate', travelled)
      },
    }
  }, [pathname, search, isTravelled, navigate])
  useTitle(signedIn, pathname)
  const host = useHost()
  useEffect(() => {
    // Forms, dialogs and all other nodes are fetched while the person looks at the first screen.
    whenSettled(dataOf(host), () => void import('@renderers/page'))
  }, [host])
  return (
    <ErrorBoundary key={pathname}>
      <NavigationBoundary>
        <PageAddressProvider value={address}>
          <LazyFallback shown={<Loading />}>
            <Routes>
              <Route path="/" element={<Navigate to="/home" replace />} />
              <Route path="/redirect/*" element={<Redirect />} />
              {documentRoute('/profile')}
              {screenRoutes(UNCONDITIONAL, signedIn)}
              {signedIn.menu.length === 0 ? (
                <Route path="*" element={<NoMenu />} />
              ) : (
                <>
                  {fixedRoutes(signedIn)}
                  {menuRoutes(signedIn)}
                  <Route path="*" element={<Unreached />} />
                </>
              )}
            </Routes>
          </LazyFallback>
        </PageAddressProvider>
      </NavigationBoundary>
    </ErrorBoundary>
  )
}

/** Screens that one has whose menu is empty. */
const UNCONDITIONAL: readonly ScreenPath[] = ['/help', '/404']

function fixedRoutes(signedIn: SignedIn): ReactNode {
  return (
    <>
      {screenRoutes(
        SCREEN_PATHS.filter((path) => !UNCONDITIONAL.includes(path)),
        signedIn,
      )}
      {MAP_PATHS.map((path) => (
        <Route key={path} path={path} element={<MapRoute />} />
      ))}
      {(Object.keys(DOCUMENT_PATHS) as (keyof typeof DOCUMENT_PATHS)[]).map(documentRoute)}
    </>
  )
}

function documentRoute(path: keyof typeof DOCUMENT_PATHS): ReactNode {
  const Page = path === '/home' ? LightPage : ListedPage
  return <Route key={path} path={path} element={<Page file={DOCUMENT_PATHS[path]} route={path} />} />
}

function screenRoutes(paths: readonly ScreenPath[], signedIn: SignedIn): ReactNode {
  const screens: Readonly<Record<ScreenPath, ReactNode>> = {
    '/help': <Help />,
    '/404': <NotFound />,
    '/previewModel': <PreviewModel />,
    '/emailDetail': <EmailDetail />,
    '/workFlowDetail': <WorkFlowDetail />,
    '/workFlow/entrust': <Entrust />,
    '/externalLink': <ExternalLink />,
    '/formShortLink': <FormShortLink signedIn={signedIn} />,
    '/auth-redirect': <Onward />,
    '/menuMore': <MenuMore signedIn={signedIn} />,
    '/feedback': <Feedback signedIn={signedIn} />,
    '/statement': <Statement />,
  }
  return paths.map((path) => <Route key={path} path={path} element={screens[path]} />)
}

/** `/auth-redirect` of somebody who is signed in already. */
function Onward() {
  const { search, hash } = useLocation()
  return <Navigate to={redirectOf(search, hash)} replace />
}

function menuRoutes({ menu }: SignedIn): ReactNode {
  return destinations(menu).flatMap((target) => {
    if (target.kind === 'link' || target.path === '/home') return []
    const screen = <Route key={target.entry.id} path={target.path} element={screenOf(target)} />
    if (target.kind !== 'model') return [screen]
    const record = (
      <Route
        key={`${target.entry.id}/`}
        path={`${target.path}/:record`}
        element={<RecordRoute target={target} />}
      />
    )
    return [screen, record]
  })
}

function screenOf(target: Exclude<Destination, { kind: 'link' }>): ReactNode {
  switch (target.kind) {
    case 'page':
      return <ListedPage key={target.path} file={target.file} route={target.path} />
    case 'model':
      return <ModelRoute key={target.path} target={target} page={ModelPage} />
    case 'frame':
      return <ExternalFrame key={target.path} target={target} title={target.entry.fullName} />
    case 'builtIn':
      return target.view === 'dictionary' ? (
        <DictionaryRoute key={target.path} entry={target.entry} category={target.moduleId} />
      ) : (
        <MenuRoute key={target.path} entry={target.entry} view={target.view} />
      )
  }
}

/** A route that is fetched when somebody goes there; what cannot be fetched is a navigation that failed. */
function lazyRoute<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazy(async () => {
    try {
      return await load()
    } catch (cause) {
      throw new FailedNavigation({ cause })
    }
  })
}

function Loading() {
  return (
    <div className="loam-screen-note">
      <Spin delay={200} />
    </div>
  )
}

/** The documented text for a person without any menu. */
function NoMenu() {
  const translate = useTranslate()
  return (
    <div className="loam-screen-note" role="alert">
      <Empty description={translate('@shell.noMenu')} />
    </div>
  )
}
