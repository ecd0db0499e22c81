import { shownMoment } from '@runtime/date/shown'
import { CallError } from '@services/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { useSnapshot } from 'valtio'
import { client } from '../client'
import { loadSession } from '../sign-in/entering'
import { FieldDrawing } from '../sign-in/field-drawing'
import { FormMessage, PasswordField } from '../sign-in/fields'
import { leave } from '../sign-in/leaving'
import { session } from '../sign-in/session'
import '../sign-in/sign-in.css'
import { useTranslate } from '../use-translate'
import { setLock } from './lock'
import './lock.css'

/** The screen is locked: who locked it gives the password, or leaves. */
export function LockScreen() {
  const translate = useTranslate()
  const { signedIn } = useSnapshot(session)
  useEffect(() => {
    document.title = translate('@session.locked')
  }, [translate])
  // After a reload nobody knows yet whose screen it is.
  const isKnown = signedIn !== null
  useEffect(() => {
    if (!isKnown) void loadSession()
  }, [isKnown])
  const user = signedIn?.user
  const name = user ? user.userName || user.userAccount : ''
  return (
    <main className="loam-lock">
      <FieldDrawing />
      <section className="loam-lock-box">
        <Clock zone={signedIn?.timeZone} />
        <h1>
          <span className="loam-lock-person" aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          {name}
        </h1>
        <p>{translate('@session.locked')}</p>
        <UnlockForm account={user?.userAccount ?? ''} />
        <button type="button" className="loam-lock-other" onClick={() => void leave('session.logout')}>
          {translate('@session.otherAccount')}
        </button>
      </section>
    </main>
  )
}

function UnlockForm({ account }: { readonly account: string }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setError(translate('@shell.enterPassword'))
    setBusy(true)
    try {
      await client.call('session.lockScreen', { account, password: SparkMD5.hash(password) })
      setLock(false)
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : translate('@shell.requestFailed'))
      setPassword('')
      setBusy(false)
      input.current?.focus()
    }
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <FormMessage text={error} />
      <PasswordField
        inputRef={input}
        label={translate('@shell.password')}
        value={password}
        onChange={setPassword}
      />
      <button type="submit" className="loam-sign-in-button" disabled={busy || account === ''}>
        {translate(busy ? '@session.unlocking' : '@session.unlock')}
      </button>
    </form>
  )
}

const SECOND = 1000

/** The product's time; nothing before it is known which that is. */
function Clock({ zone }: { readonly zone: string | undefined }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const locale = document.documentElement.lang
  return (
    <p className="loam-lock-clock">
      {zone !== undefined && (
        <>
          <time dateTime={new Date(now).toISOString()}>
            {shownMoment(now, locale, { hour: '2-digit', minute: '2-digit', hour12: false }, zone)}
          </time>
          <span>{shownMoment(now, locale, { dateStyle: 'full' }, zone)}</span>
        </>
      )}
    </p>
  )
}
