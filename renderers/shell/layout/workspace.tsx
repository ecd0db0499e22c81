import { ConfigProvider } from '@arco-design/web-react'
import { EMPTY_PLACES } from '@renderers/empty'
import { HostProvider } from '@renderers/host'
// The file itself: the folder's index would bring the pages into this chunk.
import { type PageServices, PageServicesProvider } from '@renderers/page/services'
import { permissionsOf } from '@runtime/permission/permission'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { createBrowserHost } from '../browser-host'
import { language } from '../language'
import { LiveUpdates } from '../live-updates'
import { Openings } from '../openings-layer'
import { forgetPlaceNames } from '../place-names'
import { fetchAhead } from '../routes/routes'
import { loadSession } from '../sign-in/entering'
import { isPasswordDue, type SignedIn, session } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { useArcoLocale } from './arco-locale'
import { Layout } from './layout'
import { OfflineBar } from './offline-bar'
import { followLanguage } from './preferences'
import { settings } from './settings'
import { shellEvents } from './shell-events'
import { forgetTabs } from './tab-store'
import { ViewBar } from './view-bar'
import { Views } from './views'
import './workspace.css'

/** Arco has no size between its normal and its small one: the stylesheet makes `medium` of the normal one. */
const CONTROL_SIZES = { default: 'default', medium: 'default', small: 'small', mini: 'mini' } as const
const AfterSignIn = lazy(async () => (await import('../sign-in/after-sign-in')).AfterSignIn)

/** What a signed-in person sees. Asks who that is, first and whenever the language changes (the menu's names follow). */
export function Workspace() {
  const { signedIn } = useSnapshot(session)
  const { current } = useSnapshot(language)
  const { size } = useSnapshot(settings)
  const locale = useArcoLocale(current)
  useEffect(() => {
    document.body.dataset['size'] = size
  }, [size])
  useEffect(() => fetchAhead(window.location.pathname), [])
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(() => {
    setFailure(null)
    void loadSession().then(setFailure)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu is in the language it was fetched in.
  useEffect(load, [load, current])
  if (!signedIn || !locale) return failure === null ? <Waiting /> : <Failure message={failure} retry={load} />
  return (
    <ConfigProvider locale={locale} size={CONTROL_SIZES[size]} componentConfig={EMPTY_PLACES}>
      <SignedInWorkspace reload={load} />
    </ConfigProvider>
  )
}

function SignedInWorkspace({ reload }: { readonly reload: () => void }) {
  const { signedIn } = useSnapshot(session) as typeof session
  const { version } = useSnapshot(language)
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new host makes everything that shows texts draw again.
  const host = useMemo(
    () =>
      signedIn
        ? createBrowserHost({ signedIn, navigate: (to, options) => void navigate(to, options) })
        : null,
    [signedIn, version],
  )
  const services = useMemo(() => signedIn && pageServices(signedIn, reload), [signedIn, reload])
  useAccount(signedIn)
  if (!signedIn || !host || !services) return null
  return (
    <HostProvider host={host}>
      <PageServicesProvider value={services}>
        {isPasswordDue(signedIn) ? (
          <Waiting />
        ) : (
          <>
            <LiveUpdates reloadMenu={reload} />
            <ViewBar signedIn={signedIn} />
            <OfflineBar />
            <Layout signedIn={signedIn}>
              <Views signedIn={signedIn} />
            </Layout>
            <Openings />
          </>
        )}
        <LazyFallback shown={null}>
          <AfterSignIn signedIn={signedIn} />
        </LazyFallback>
      </PageServicesProvider>
    </HostProvider>
  )
}

/** The language follows the person's account when they come; their tabs go when they do. */
function useAccount(signedIn: SignedIn | null): void {
  const userId = signedIn?.user.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a person, not once a reading of the menu.
  useEffect(() => {
    if (signedIn) void followLanguage(signedIn.user)
    return () => {
      if (session.signedIn !== null) return
      forgetTabs()
      forgetPlaceNames()
    }
  }, [userId])
}

/**
 * Rights by the code of a menu entry (pages, which have rights to buttons only) or by its id (models, which say
 * themselves which kinds they check). The server checks every call again, this only shows what may be pressed.
 */
function pageServices({ permissions, user }: SignedIn, reloadMenu: () => void): PageServices {
  return {
    permissions(module) {
      const page = permissions.find((candidate) => candidate.enCode === module)
      const entry = page ?? permissions.find((candidate) => candidate.modelId === module)
      const isModel = entry !== undefined && !page
      const enforce = { buttons: module !== undefined, columns: isModel, form: isModel }
      const granted = permissionsOf(entry, enforce, user.isAdministrator === true)
      return { ...granted, button: (code) => code === '' || granted.button(code) }
    },
    emit: shellEvents(reloadMenu),
  }
}

/** Nothing for a moment, then the frame in which the page will stand. */
function Waiting() {
  return (
    <div className="loam-workspace loam-workspace-waiting" aria-busy="true">
      <div className="loam-sider" />
      <div className="loam-topbar" />
      <div className="loam-content" />
    </div>
  )
}

function Failure({ message, retry }: { readonly message: string; readonly retry: () => void }) {
  const translate = useTranslate()
  return (
    <div className="loam-boot" role="alert">
      <p>{message}</p>
      <button type="button" className="loam-sign-in-button" onClick={retry}>
        {translate('@common.retry')}
      </button>
    </div>
  )
}
