import { CallError } from '@services/client'
import { type FormEvent, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { enter } from './entering'
import { CaptchaField, FormMessage, PasswordField, TextField } from './fields'
import { proveWork } from './proof'
import { useCaptcha } from './use-captcha'

/** Account and password; a captcha joins them once the server asks for one. */
export function AccountForm({ notice }: { readonly notice: string }) {
  const translate = useTranslate()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [account, setAccount] = useState('')
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
      <FormMessage text={error || notice} />
      <TextField
        label={translate('@shell.account')}
        hint={translate('@session.accountHint')}
        value={account}
        onChange={setAccount}
        autoComplete="username"
        autoFocus
        onLeave={() => void fetchCaptcha()}
      />
      <PasswordField label={translate('@shell.password')} value={password} onChange={setPassword} />
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
    </form>
  )
}

function isCaptchaDue(data: unknown): boolean {
  return (data as { readonly captcha?: unknown } | null)?.captcha === true
}
