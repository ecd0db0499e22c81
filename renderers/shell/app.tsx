import { lazy, Suspense, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { whenIdle } from '../idle'
import { client } from './client'
import { language, switchLanguage } from './language'
import { session } from './session'
import { SignIn } from './sign-in'
import { fetchTexts } from './texts'
import { applyTheme } from './theme'

const importWorkspace = () => import('./workspace')
const Workspace = lazy(async () => ({ default: (await importWorkspace()).Workspace }))

/** The whole product: the sign-in page alone at first, everything behind it when there is a token. */
export function App() {
  const [texts, setTexts] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    applyTheme()
    switchLanguage(language.current, fetchTexts).then(
      () => setTexts('ready'),
      () => setTexts('failed'),
    )
  }, [])
  if (texts === 'loading') return null
  if (texts === 'failed') return <Unreachable />
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<SignInGate />} />
        <Route path="*" element={<SessionGate />} />
      </Routes>
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

function useToken(): string | null {
  const [token, setToken] = useState(client.token.get())
  useEffect(() => client.token.onChange(setToken), [])
  return token
}

function SignInGate() {
  const token = useToken()
  const { search } = useLocation()
  useEffect(() => {
    // The workspace is fetched while the person types.
    whenIdle(() => void importWorkspace())
  }, [])
  return token ? <Navigate to={redirectOf(search)} replace /> : <SignIn />
}

/** Only a path of this product is followed: `//elsewhere` and full addresses are not. */
export function redirectOf(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '/'
  return /^\/(?![/\\])/.test(wanted) ? wanted : '/'
}

function SessionGate() {
  const token = useToken()
  const { pathname, search } = useLocation()
  const { ended } = useSnapshot(session)
  if (!token) {
    const from = `${pathname}${search}`
    const target = from === '/' && ended === null ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
    return <Navigate to={target} replace />
  }
  return (
    <Suspense fallback={<div className="loam-boot" aria-busy="true" />}>
      <Workspace />
    </Suspense>
  )
}
