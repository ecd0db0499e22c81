import { ConfigProvider } from '@arco-design/web-react'
import enUS from '@arco-design/web-react/es/locale/en-US'
import zhCN from '@arco-design/web-react/es/locale/zh-CN'
import zhTW from '@arco-design/web-react/es/locale/zh-TW'
import { HostProvider } from '@renderers/host'
// The file itself: the folder's index would bring the pages into this chunk.
import { type PageServices, PageServicesProvider } from '@renderers/page/services'
import { permissionsOf } from '@runtime/permission/permission'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { createBrowserHost } from './browser-host'
import { client } from './client'
import { language } from './language'
import { Layout } from './layout'
import { LiveUpdates } from './live-updates'
import { WorkspaceRoutes } from './routes'
import { beginSession, type SignedIn, session } from './session'
import { useSay } from './use-say'
import './workspace.css'

const ARCO_LOCALES = { zh: zhCN, zhtw: zhTW, en: enUS } as const

/** What a signed-in person sees. Asks who that is, first and whenever the language changes (the menu's names follow). */
export function Workspace() {
  const { signedIn } = useSnapshot(session)
  const { current } = useSnapshot(language)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(() => {
    setFailure(null)
    client.call('session.currentUser').then(
      ({ data }) => beginSession(data),
      (error: Error) => setFailure(error.message),
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu is in the language it was fetched in.
  useEffect(load, [load, current])
  if (!signedIn) return failure === null ? <Waiting /> : <Failure message={failure} retry={load} />
  return (
    <ConfigProvider locale={ARCO_LOCALES[current]}>
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
  if (!signedIn || !host || !services) return null
  return (
    <HostProvider host={host}>
      <PageServicesProvider value={services}>
        <LiveUpdates reloadMenu={reload} />
        <Layout signedIn={signedIn}>
          <WorkspaceRoutes signedIn={signedIn} />
        </Layout>
      </PageServicesProvider>
    </HostProvider>
  )
}

/**
 * Rights by the code of a menu entry (pages, which have rights to buttons only) or by its id (models, which say
 * themselves which kinds they judge). The server judges every call again, this only shows what may be pressed.
 */
function pageServices({ permissions, user }: SignedIn, reloadMenu: () => void): PageServices {
  return {
    permissions(module) {
      const page = permissions.find((candidate) => candidate.enCode === module)
      const entry = page ?? permissions.find((candidate) => candidate.modelId === module)
      const isModel = entry !== undefined && !page
      const enforce = { buttons: module !== undefined, columns: isModel, form: isModel }
      const judge = permissionsOf(entry, enforce, user.isAdministrator === true)
      return { ...judge, button: (code) => code === '' || judge.button(code) }
    },
    invalidate: (tags) => client.invalidate(tags),
    emit: (event) => {
      if (event === 'menu.changed') reloadMenu()
    },
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
  const say = useSay()
  return (
    <div className="loam-boot" role="alert">
      <p>{message}</p>
      <button type="button" className="loam-sign-in-button" onClick={retry}>
        {say('@common.retry')}
      </button>
    </div>
  )
}
