import { CallError } from '@services/client'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type FormEvent, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { enter } from './entering'
import { CaptchaField, FormMessage, PasswordField, TextField } from './fields'
import { proveWork } from './proof'
import { useCaptcha } from './use-captcha'

const ForgottenForm = lazy(async () => (await import('./forgotten-form')).ForgottenForm)

interface Props {
  readonly notice: string
  /** Whether who has forgotten the password can be sent a code for another. */
  readonly resetsPassword?: boolean
}

/** Account and password, or another password for an account whose own is forgotten. */
export function AccountForm({ notice, resetsPassword = false }: Props) {
  const [account, setAccount] = useState('')
  const [isForgotten, setForgotten] = useState(false)
  const [done, setDone] = useState('')
  if (isForgotten) {
    const back = (name: string, said: string) => {
      setAccount(name)
      setDone(said)
      setForgotten(false)
    }
    return (
      <LazyFallback shown={<div className="loam-scan" aria-busy="true" />}>
        <ForgottenForm account={account} onBack={back} />
      </LazyFallback>
    )
  }
  const forget = () => setForgotten(true)
  return (
    <SignInForm {...{ notice, done, account, setAccount }} {...(resetsPassword && { onForgotten: forget })} />
  )
}

interface SignInProps {
  readonly notice: string
  /** What has been done that lets one sign in; the account is known by then. */
  readonly done: string
  readonly account: string
  readonly setAccount: (account: string) => void
  readonly onForgotten?: () => void
}

/** A captcha joins account and password once the server asks for one. */
function SignInForm({ notice, done, account, setAccount, onForgotten }: SignInProps) {
  const translate = useTranslate()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { captcha, renew, drop } = useCaptcha()
  const form = useRef<HTMLFormElement>(null)

  const fetchCaptcha = async () => {
    if (account.trim() === '') return
    try {
      const { data } = await client.call('session.config', { account: account.trim() })
      if (data.enableVerificationCode !== 1) drop()
      else if (!captcha) await renew()
    } catch {
      // Whether a captcha is needed is also said when the sign-in is refused.
    }
  }
  const missing = () => {
    if (account.trim() === '') return translate('@shell.enterAccount')
    if (password === '') return translate('@shell.enterPassword')
    return captcha && code.trim() === '' ? translate('@shell.enterCode') : ''
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const refusal = missing()
    setError(refusal)
    if (refusal !== '') {
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
        ...(captcha
          ? {
              code: code.trim(),
              timestamp: captcha.timestamp,
              proof: await proveWork('account', account.trim()),
            }
          : {}),
      })
      enter(data.token, data.theme)
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : translate('@shell.requestFailed'))
      setCode('')
      setBusy(false)
      // The image is spent, whatever was wrong.
      if (captcha || (failure instanceof CallError && isCaptchaDue(failure.data))) await renew()
    }
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
      <FormMessage text={error || done || notice} isGood={error === '' && done !== ''} />
      <TextField
        label={translate('@shell.account')}
        hint={translate('@session.accountHint')}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        autoFocus={done === ''}
        onLeave={() => void fetchCaptcha()}
      />
      <PasswordField
        label={translate('@shell.password')}
        value={password}
        onChange={setPassword}
        autoFocus={done !== ''}
      />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          label={translate('@shell.code')}
          value={code}
          onChange={setCode}
          renew={renew}
        />
      )}
      <button type="submit" className="loam-sign-in-button" disabled={busy}>
        {translate(busy ? '@shell.signingIn' : '@shell.signIn')}
      </button>
      {onForgotten && (
        <button type="button" className="loam-sign-in-link" onClick={onForgotten}>
          {translate('@session.forgot')}
        </button>
      )}
    </form>
  )
}

function isCaptchaDue(data: unknown): boolean {
  return (data as { readonly captcha?: unknown } | null)?.captcha === true
}
