import { type PasswordPolicy, rulesOf } from '@runtime/password/policy'
import { CallError } from '@services/client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { CaptchaField, FormMessage, PasswordField } from './fields'
import './password-form.css'
import { Requirements } from './password-requirements'
import { type PasswordErrors, validateChange } from './password-rules'
import { useCaptcha } from './use-captcha'

const EMPTY = { oldPassword: '', password: '', repeated: '', code: '' }
type Name = keyof typeof EMPTY

interface PasswordFormProps {
  readonly policy: PasswordPolicy
  /** Whose password it is: it must not hold the account's name. */
  readonly account: string
  /** The password is changed, and every session of the account over; `message` is the server's. */
  readonly onChanged: (message: string) => void
  /** Stands beside the button. */
  readonly beside?: React.ReactNode
}

/** Old password, new one twice, captcha (`spec/shell-and-monitoring.md §5`). What the policy asks for is ticked off while one types. */
export function PasswordForm({ policy, account, onChanged, beside }: PasswordFormProps) {
  const translate = useTranslate()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [entries, setEntries] = useState(EMPTY)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const { captcha, renew } = useCaptcha()
  useEffect(() => void renew(), [renew])

  const put = (name: Name) => (value: string) => {
    setEntries((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _mended, ...rest }) => rest)
  }
  const noteOf = (name: Name) => {
    const error = errors[name]
    return (
      <p id={`${id}-${name}`} className="loam-password-error" role="alert">
        {error ? translate(error.text, error.params) : ''}
      </p>
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = validateChange(entries, policy, account)
    setErrors(found)
    setRefusal('')
    if (Object.keys(found).length > 0 || !captcha) return
    setBusy(true)
    try {
      const { msg } = await client.call('currentUser.modifyPassword', {
        oldPassword: SparkMD5.hash(entries.oldPassword),
        password: SparkMD5.hash(entries.password),
        passwordText: entries.password,
        code: entries.code.trim(),
        timestamp: captcha.timestamp,
      })
      onChanged(msg)
    } catch (failure) {
      setRefusal(failure instanceof CallError ? failure.message : translate('@shell.requestFailed'))
      put('code')('')
      setBusy(false)
      await renew()
    }
  }
  const password = (name: Name, label: string) => (
    <>
      <PasswordField
        label={translate(label)}
        value={entries[name]}
        onChange={put(name)}
        autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
        describedBy={`${id}-${name}${name === 'password' ? ` ${id}-rules` : ''}`}
      />
      {noteOf(name)}
    </>
  )
  return (
    <form ref={form} className="loam-password-form" onSubmit={submit} noValidate aria-busy={busy}>
      <FormMessage text={refusal} />
      {password('oldPassword', '@session.oldPassword')}
      {password('password', '@session.newPassword')}
      <Requirements id={`${id}-rules`} rules={rulesOf(policy, account)} password={entries.password} />
      {password('repeated', '@session.repeatPassword')}
      {captcha && (
        <CaptchaField
          captcha={captcha}
          label={translate('@shell.code')}
          value={entries.code}
          onChange={put('code')}
          renew={renew}
        />
      )}
      {noteOf('code')}
      <div className="loam-password-acts">
        {beside}
        <button type="submit" className="loam-sign-in-button" disabled={busy}>
          {translate('@session.changeTitle')}
        </button>
      </div>
    </form>
  )
}
