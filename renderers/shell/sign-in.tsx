import { LANGUAGES } from '@runtime/text'
import { CallError } from '@services/client'
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { useSnapshot } from 'valtio'
import { client } from './client'
import { FieldDrawing } from './field-drawing'
import { language, switchLanguage } from './language'
import { endSession, session } from './session'
import './sign-in.css'
import { fetchTexts } from './texts'
import { setTheme, theme } from './theme'
import { useSay } from './use-say'

/** The first meeting: the product's name, its field, and a form that is ready to type in. */
export function SignIn() {
  const say = useSay()
  useEffect(() => {
    document.title = say('@shell.productName')
  }, [say])
  return (
    <main className="loam-sign-in">
      <section className="loam-sign-in-picture" aria-hidden="true">
        <FieldDrawing />
        <p className="loam-sign-in-claim">{say('@shell.claim')}</p>
      </section>
      <section className="loam-sign-in-side">
        <Preferences />
        <div className="loam-sign-in-box">
          <h1>
            <img src="/loam.svg" alt="" width="36" height="36" />
            {say('@shell.productName')}
          </h1>
          <SignInForm />
        </div>
        <footer>{say('@shell.copyright')}</footer>
      </section>
    </main>
  )
}

/** Languages and light or dark, before anybody is known. */
function Preferences() {
  const say = useSay()
  const { current } = useSnapshot(language)
  const { dark } = useSnapshot(theme)
  return (
    <nav className="loam-sign-in-preferences" aria-label={say('@shell.preferences')}>
      {LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === current}
          onClick={() => void switchLanguage(name, fetchTexts)}
        >
          {NAMES[name]}
        </button>
      ))}
      <button type="button" aria-pressed={dark} onClick={() => setTheme({ dark: !dark })}>
        {say(dark ? '@shell.light' : '@shell.dark')}
      </button>
    </nav>
  )
}

const NAMES = { zh: '简体', zhtw: '繁體', en: 'English' } as const

interface Captcha {
  readonly timestamp: string
  readonly url: string
}

function SignInForm() {
  const say = useSay()
  const { ended } = useSnapshot(session)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { captcha, ask, renew } = useCaptcha()
  const form = useRef<HTMLFormElement>(null)

  const missing =
    account.trim() === '' ? '@shell.enterAccount' : password === '' ? '@shell.enterPassword' : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const refusal = missing ?? (captcha && code.trim() === '' ? '@shell.enterCode' : null)
    setError(refusal && say(refusal))
    if (refusal) {
      form.current?.querySelector<HTMLInputElement>('input:placeholder-shown')?.focus()
      return
    }
    setBusy(true)
    try {
      const { data } = await client.call('session.login', {
        account: account.trim(),
        password: SparkMD5.hash(password),
        origin: 'password',
        grant_type: 'password',
        ...(captcha ? { code: code.trim(), timestamp: captcha.timestamp } : {}),
      })
      endSession(null)
      client.token.set(data.token)
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : say('@shell.requestFailed'))
      setCode('')
      setBusy(false)
      await (captcha ? renew() : ask(account.trim()))
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
      <p className="loam-sign-in-message" role="alert">
        {error ?? ended ?? ''}
      </p>
      <TextField
        label={say('@shell.account')}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        autoFocus
        onLeave={() => account.trim() !== '' && void ask(account.trim())}
      />
      <PasswordField value={password} onChange={setPassword} />
      {captcha && (
        <div className="loam-sign-in-captcha">
          <TextField label={say('@shell.code')} value={code} onChange={setCode} autoComplete="off" />
          <button type="button" onClick={() => void renew()} title={say('@shell.anotherCode')}>
            <img src={captcha.url} alt={say('@shell.anotherCode')} />
          </button>
        </div>
      )}
      <button type="submit" className="loam-sign-in-button" disabled={busy}>
        {say(busy ? '@shell.signingIn' : '@shell.signIn')}
      </button>
    </form>
  )
}

/** The captcha, once the server asks for one for this account. */
function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const renew = useCallback(async () => {
    const timestamp = String(Date.now())
    const { data } = await client.call('session.captcha', { timestamp })
    setCaptcha({ timestamp, url: URL.createObjectURL((data as { blob: Blob }).blob) })
  }, [])
  const ask = useCallback(
    async (account: string) => {
      if (account === '') return
      try {
        const { data } = await client.call('session.config', { account })
        if (data.enableVerificationCode === 1) await renew()
        else setCaptcha(null)
      } catch {
        // Whether a captcha is needed is asked again when the sign-in is refused.
      }
    },
    [renew],
  )
  useEffect(() => () => URL.revokeObjectURL(captcha?.url ?? ''), [captcha])
  return { captcha, ask, renew }
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: string
  readonly autoFocus?: boolean
  readonly onLeave?: () => void
}

function TextField({ label, value, onChange, autoComplete, autoFocus, onLeave }: FieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  return (
    <div className="loam-sign-in-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        value={value}
        placeholder=" "
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    </div>
  )
}

function PasswordField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const say = useSay()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="loam-sign-in-field">
      <label htmlFor={id}>{say('@shell.password')}</label>
      <div className="loam-sign-in-password">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          value={value}
          placeholder=" "
          autoComplete="current-password"
          aria-describedby={`${id}-caps`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {say(shown ? '@shell.hidePassword' : '@shell.showPassword')}
        </button>
      </div>
      <p id={`${id}-caps`} className="loam-sign-in-caps" role="status">
        {capsLock ? say('@shell.capsLock') : ''}
      </p>
    </div>
  )
}
