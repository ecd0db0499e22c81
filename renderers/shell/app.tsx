import { UNSUBSCRIBE_PATH } from '@runtime/menu/fixed-paths'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { whenIdle } from '../idle'
import { client } from './client'
import { GuardedNavigation } from './guarded-navigation'
import { language, switchLanguage } from './language'
import { Gates, importSignIn } from './sign-in/gates'
import { SCAN_PATH } from './sign-in/redirect'
import { fetchTexts } from './texts'
import { applyTheme } from './theme'

const importWorkspace = () => import('./layout/workspace')
const Workspace = lazy(async () => (await importWorkspace()).Workspace)
const ScanConfirm = lazy(async () => (await import('./sign-in/scan-confirm')).ScanConfirm)
const Unsubscribe = lazy(async () => (await import('./sign-in/unsubscribe')).Unsubscribe)
const importOpenPages = () => import('./sign-in/open-pages')
const StrangersForm = lazy(async () => (await importOpenPages()).StrangersForm)
const LinkWithoutToken = lazy(async () => (await importOpenPages()).LinkWithoutToken)

/** The whole product: the sign-in page alone at first, everything behind it when there is a token. */
export function App() {
  const [texts, setTexts] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    applyTheme()
    switchLanguage(language.current, fetchTexts).then(
      () => setTexts('ready'),
      () => setTexts('failed'),
    )
    // Who is signed in may be signed out where no server can be reached.
    if (client.token.get() !== null) return whenIdle(() => void importSignIn())
    void importSignIn()
    // The workspace is fetched while the person types, and then what most of its screens are drawn by.
    whenIdle(
      () => void importWorkspace().then(() => whenIdle(() => void import('@renderers/list/model-page'))),
    )
  }, [])
  if (texts === 'loading') return null
  if (texts === 'failed') return <Unreachable />
  return (
    <BrowserRouter>
      <GuardedNavigation>
        <Gates>
          {(location) => (
            <LazyFallback shown={<div className="loam-boot" aria-busy="true" />}>
              {/* While a gate is closed the inside stays where it was, whatever the address says. */}
              <Routes location={location}>
                <Route path={SCAN_PATH} element={<ScanConfirm />} />
                <Route path={UNSUBSCRIBE_PATH} element={<Unsubscribe />} />
                {client.token.get() === null && (
                  <>
                    <Route path="/formShortLink" element={<StrangersForm />} />
                    <Route path="/auth-redirect" element={<LinkWithoutToken />} />
                  </>
                )}
                <Route path="*" element={<Workspace />} />
              </Routes>
            </LazyFallback>
          )}
        </Gates>
      </GuardedNavigation>
    </BrowserRouter>
  )
}

/** The texts come from the server, so this alone is said without them. */
function Unreachable() {
  return (
    <div className="loam-boot" role="alert">
      <p>无法连接服务器，请稍后重试 · The server cannot be reached</p>
      <button type="button" className="loam-sign-in-button" onClick={() => location.reload()}>
        重试 · Retry
      </button>
    </div>
  )
}
