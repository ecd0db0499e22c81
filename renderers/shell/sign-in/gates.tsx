import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Location, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { client } from '../client'
import { lock } from '../lock/lock'
import { loadSession } from './entering'
import {
  gateTo,
  isGate,
  isOpenToAll,
  LOCK_PATH,
  redirectOf,
  SCAN_PATH,
  SIGN_IN_PATH,
  tokenOfLink,
} from './redirect'
import { session } from './session'

/** Fetched with the texts by who comes without a token, and once nothing else is to be done by all others. */
export const importSignIn = () => import('./sign-in')
const SignIn = lazy(async () => (await importSignIn()).SignIn)
const LockScreen = lazy(async () => (await import('../lock/lock-screen')).LockScreen)
const LinkQuestion = lazy(async () => (await import('./link-question')).LinkQuestion)

/** `checking`: there is a token, and whether it is the same person's is being asked. */
type Gate = 'open' | 'locked' | 'signedOut' | 'checking'

/**
 * Who may pass. Without a token, or while the screen is locked, a gate stands over what was being done: that stays
 * mounted where it was, with all that was typed, and goes on when the same person is back.
 *
 * @param children draws the inside at a place, which is not the address while a gate is closed.
 */
export function Gates({ children }: { readonly children: (inside: Location) => ReactNode }) {
  const location = useLocation()
  const closed = useGate()
  const gate = closed === 'signedOut' && isOpenToAll(location.pathname) ? 'open' : closed
  const { person } = useSnapshot(session)
  const link = useLinkToken()
  const inside = useInsideLocation(location, gate)
  if (link.token !== null) {
    return (
      <LazyFallback shown={<Blank />}>
        <LinkQuestion token={link.token} onDone={link.forget} />
      </LazyFallback>
    )
  }
  return (
    <>
      {inside && <Fragment key={person}>{children(inside)}</Fragment>}
      {gate === 'checking' && !inside && <Blank />}
      {(gate === 'signedOut' || (gate === 'checking' && inside)) && (
        <Over isOver={inside !== null}>
          <LazyFallback shown={<Blank />}>
            <SignIn />
          </LazyFallback>
        </Over>
      )}
      {gate === 'locked' && (
        <Over isOver={inside !== null}>
          <LazyFallback shown={<Blank />}>
            <LockScreen />
          </LazyFallback>
        </Over>
      )}
      <Lead gate={gate} from={inside ?? location} />
    </>
  )
}

function Blank() {
  return <div className="loam-boot" aria-busy="true" />
}

/** Keeps the address at the gate that is closed, and away from those that are open. */
function Lead({ gate, from }: { readonly gate: Gate; readonly from: Location }) {
  const { pathname, search } = useLocation()
  const back = `${from.pathname}${from.search}${from.hash}`
  if (gate === 'signedOut' && pathname !== SIGN_IN_PATH && pathname !== SCAN_PATH)
    return <Navigate to={gateTo(SIGN_IN_PATH, isGate(back) ? redirectOf(search) : back)} replace />
  if (gate === 'locked' && pathname !== LOCK_PATH)
    return <Navigate to={gateTo(LOCK_PATH, isGate(pathname) ? redirectOf(search) : back)} replace />
  if (gate === 'open' && isGate(pathname)) return <Navigate to={redirectOf(search)} replace />
  return null
}

function useGate(): Gate {
  const token = useToken()
  const { on } = useSnapshot(lock)
  const { signedIn } = useSnapshot(session)
  const isOther = token !== null && signedIn !== null && signedIn.token !== token
  useEffect(() => {
    if (isOther) void resume()
  }, [isOther])
  if (token === null) return 'signedOut'
  if (on) return 'locked'
  return isOther ? 'checking' : 'open'
}

/** Another token than what is on the screen was fetched with: the same person goes on, another begins anew. */
async function resume(): Promise<void> {
  const failure = await loadSession()
  if (failure !== null) setTimeout(() => void resume(), RETRY)
}

const RETRY = 3_000

function useToken(): string | null {
  const [token, setToken] = useState(client.token.get())
  useEffect(() => client.token.onChange(setToken), [])
  return token
}

/** Where the inside is: the address, and while a gate is closed the last one before; null when nothing is to be kept. */
function useInsideLocation(location: Location, gate: Gate): Location | null {
  const { signedIn } = useSnapshot(session)
  const kept = useRef<Location | null>(null)
  if (gate === 'open') kept.current = isGate(location.pathname) ? kept.current : location
  else if (signedIn === null) kept.current = null
  return kept.current
}

/** Over everything, dialogs of the inside included: only a modal dialog of the browser's own is. */
function Over({ isOver, children }: { readonly isOver: boolean; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  if (!isOver) return children
  return (
    <dialog
      ref={dialog}
      className="loam-gate"
      data-no-focus-lock=""
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}

/** A token that came with a link; it is taken out of the address, and of the history, at once. */
function useLinkToken() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    const link = tokenOfLink(pathname, search, hash)
    if (!link) return
    setToken(link.token)
    void navigate(link.rest, { replace: true })
  }, [pathname, search, hash, navigate])
  // The first drawing already knows: nothing of the page is asked for with the token that was there before.
  return { token: token ?? tokenOfLink(pathname, search)?.token ?? null, forget: () => setToken(null) }
}
