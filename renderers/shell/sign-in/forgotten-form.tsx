import { type PasswordPolicy, rulesOf } from '@runtime/password/policy'
import type { TextParams } from '@runtime/text'
import { CallError, CODE } from '@services/client'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { CaptchaField, FormMessage, PasswordField, TextField } from './fields'
import './password-form.css'
import { waitOf } from './mobile-code'
import { Requirements } from './password-requirements'
import { validateNew } from './password-rules'
import { proveWork } from './proof'
import { useCaptcha } from './use-captcha'
import { useCountdown } from './use-countdown'

const EMPTY = { picture: '', code: '', password: '', repeated: '' }
type Name = keyof typeof EMPTY | 'account'
type Errors = Partial<Record<Name, { readonly text: string; readonly params?: TextParams }>>

interface Props {
  /** As it was typed on the sign-in page. */
  readonly account: string
  /** @param done what the server has said of the new password; '' where none was set */
  readonly onBack: (account: string, done: string) => void
}

/** A forgotten password: first a code is asked for, then another password is set by it. */
export function ForgottenForm({ account: known, onBack }: Props) {
  const translate = useTranslate()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [account, setAccount] = useState(known)
  const [entries, setEntries] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const [message, setMessage] = useState({ text: '', isGood: false })
  const [busy, setBusy] = useState(false)
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null)
  const [wait, startWaiting] = useCountdown()
  const { captcha, renew } = useCaptcha()
  useEffect(() => void renew(), [renew])

  const name = account.trim()
  const mend = (field: Name) => setErrors(({ [field]: _mended, ...rest }) => rest)
  const put = (field: keyof typeof EMPTY) => (value: string) => {
    setEntries((before) => ({ ...before, [field]: value }))
    mend(field)
  }
  /** What is wrong stands beside the fields, and the first of them is gone to. */
  const show = (found: Errors) => {
    setErrors(found)
    const [first] = FIELDS.filter((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[data-field="${first}"] input`)?.focus()
    return first !== undefined
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setMessage({ text: '', isGood: false })
    try {
      await work()
    } catch (failure) {
      const refused = failure instanceof CallError ? failure : undefined
      startWaiting(waitOf(failure))
      const told = refused?.errors.filter(({ path }) => FIELDS.includes(path as Name)) ?? []
      const found: Errors = Object.fromEntries(told.map(({ path, message: text }) => [path, { text }]))
      const text = refused?.message ?? translate('@shell.requestFailed')
      const of = told.length === 0 && refused && digitsOf(refused, policy !== null)
      if (!show(of ? { [of]: { text } } : found)) setMessage({ text, isGood: false })
    } finally {
      setBusy(false)
    }
  }
  const send = async () => {
    const { picture } = entries
    const found: Errors = {
      ...(name === '' && { account: { text: '@shell.enterAccount' } }),
      ...(picture.trim() === '' && { picture: { text: '@shell.enterCode' } }),
    }
    if (show(found) || !captcha) return
    await run(async () => {
      const proof = await proveWork('account', name)
      const input = { account: name, code: picture.trim(), timestamp: captcha.timestamp, proof }
      const { data, msg } = await client.call('session.sendPasswordCode', input)
      startWaiting(data.interval)
      setPolicy(data.policy)
      setMessage({ text: msg, isGood: true })
    })
    // The image is spent, whatever was wrong.
    put('picture')('')
    await renew()
  }
  const set = async (rules: PasswordPolicy) => {
    const { code, password } = entries
    const found: Errors = {
      ...(!/^\d{6}$/.test(code.trim()) && { code: { text: '@session.enterSixDigits' } }),
      ...validateNew(entries, rules, name),
    }
    if (show(found)) return
    await run(async () => {
      const { msg } = await client.call('session.resetPassword', {
        ...{ account: name, code: code.trim() },
        ...{ password: SparkMD5.hash(password), passwordText: password },
      })
      onBack(account, msg)
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && (policy || wait === 0)) void (policy ? set(policy) : send())
  }
  const field = (of: Name, drawn: ReactNode) => (
    <div data-field={of}>
      {drawn}
      <p id={`${id}-${of}`} className="loam-password-error" role="alert">
        {errors[of] ? translate(errors[of].text, errors[of].params) : ''}
      </p>
    </div>
  )
  const again = () => {
    setPolicy(null)
    setEntries(EMPTY)
    setErrors({})
    setMessage({ text: '', isGood: false })
  }
  const later = wait > 0 ? translate('@session.codeAfter', { seconds: wait }) : ''
  return (
    <form
      ref={form}
      className="loam-password-form"
      aria-labelledby={`${id}-title`}
      onSubmit={submit}
      noValidate
      aria-busy={busy}
    >
      <h2 id={`${id}-title`}>{translate('@session.forgotTitle')}</h2>
      <FormMessage text={message.text} isGood={message.isGood} />
      {policy ? (
        <>
          {field(
            'code',
            <TextField
              label={translate('@session.passwordCode')}
              value={entries.code}
              onChange={put('code')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
              autoFocus
              describedBy={`${id}-code`}
              beside={
                <button
                  type="button"
                  className="loam-sign-in-send"
                  disabled={busy || wait > 0}
                  onClick={again}
                >
                  {later || translate('@session.getCodeAgain')}
                </button>
              }
            />,
          )}
          {field(
            'password',
            <PasswordField
              label={translate('@session.newPassword')}
              value={entries.password}
              onChange={put('password')}
              autoComplete="new-password"
              describedBy={`${id}-password ${id}-rules`}
            />,
          )}
          <Requirements id={`${id}-rules`} rules={rulesOf(policy, name)} password={entries.password} />
          {field(
            'repeated',
            <PasswordField
              label={translate('@session.repeatPassword')}
              value={entries.repeated}
              onChange={put('repeated')}
              autoComplete="new-password"
              describedBy={`${id}-repeated`}
            />,
          )}
        </>
      ) : (
        <>
          <p className="loam-sign-in-note">{translate('@session.forgotHint')}</p>
          {field(
            'account',
            <TextField
              label={translate('@shell.account')}
              hint={translate('@session.accountHint')}
              value={account}
              onChange={(value) => {
                setAccount(value)
                mend('account')
              }}
              autoComplete="username"
              autoFocus
              describedBy={`${id}-account`}
            />,
          )}
          {captcha &&
            field(
              'picture',
              <CaptchaField
                captcha={captcha}
                label={translate('@session.imageCode')}
                value={entries.picture}
                onChange={put('picture')}
                renew={renew}
                describedBy={`${id}-picture`}
              />,
            )}
        </>
      )}
      <button type="submit" className="loam-sign-in-button" disabled={busy || (!policy && wait > 0)}>
        {policy ? translate('@session.setPassword') : later || translate('@session.sendPasswordCode')}
      </button>
      <button type="button" className="loam-sign-in-link" onClick={() => onBack(account, '')}>
        {translate('@session.backToSignIn')}
      </button>
    </form>
  )
}

const FIELDS: readonly Name[] = ['account', 'picture', 'code', 'password', 'repeated']

/** Of which digits a refusal is that names no field. */
function digitsOf({ code, data }: CallError, isSent: boolean): Name | undefined {
  if (code !== CODE.badRequest) return undefined
  if (isSent) return 'code'
  return (data as { readonly captcha?: unknown } | null)?.captcha === true ? 'picture' : undefined
}
