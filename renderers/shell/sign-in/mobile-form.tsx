import { fitsRule } from '@runtime/form/rules'
import { CallError } from '@services/client'
import { type FormEvent, useEffect, useState } from 'react'
import { client } from '../client'
import { useSay } from '../use-say'
import { enter } from './entering'
import { CaptchaField, FormMessage, TextField } from './fields'
import { proveWork } from './proof'
import { useCaptcha } from './use-captcha'
import { useCountdown } from './use-countdown'

interface Entries {
  readonly mobilePhone: string
  readonly picture: string
  readonly code: string
  readonly companyName: string
  readonly contact: string
}

const EMPTY: Entries = { mobilePhone: '', picture: '', code: '', companyName: '', contact: '' }

/** A mobile number and the code sent to it. A number without an account asks for one, with company and contact. */
export function MobileForm({ notice }: { readonly notice: string }) {
  const say = useSay()
  const [entries, setEntries] = useState(EMPTY)
  const [message, setMessage] = useState({ text: '', isGood: false })
  const [busy, setBusy] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const [hasProvider, setProvider] = useState(true)
  const [wait, startWaiting] = useCountdown()
  const { captcha, renew } = useCaptcha()
  useEffect(() => {
    void renew()
    client.call('session.loginConfig').then(
      ({ data }) => setProvider(data.hasSmsProvider),
      () => undefined,
    )
  }, [renew])

  const put = (name: keyof Entries) => (value: string) => {
    setEntries((before) => ({ ...before, [name]: value }))
    if (name === 'mobilePhone') setUnknown(false)
  }
  const refuse = (text: string) => setMessage({ text, isGood: false })
  const failed = (failure: unknown) =>
    refuse(failure instanceof CallError ? failure.message : say('@shell.requestFailed'))

  const send = async () => {
    if (!fitsRule('mobile', entries.mobilePhone)) return refuse(say('@session.enterMobile'))
    if (!captcha || entries.picture.trim() === '') return refuse(say('@shell.enterCode'))
    setBusy(true)
    try {
      const { mobilePhone, picture } = entries
      const { data, msg } = await client.call('session.sendCode', {
        mobilePhone,
        code: picture.trim(),
        timestamp: captcha.timestamp,
        proof: await proveWork('phone', mobilePhone),
      })
      startWaiting(data.interval)
      setMessage({ text: msg, isGood: true })
    } catch (failure) {
      failed(failure)
      startWaiting(waitOf(failure))
    }
    setBusy(false)
    put('picture')('')
    await renew()
  }
  const missing = () => {
    if (!fitsRule('mobile', entries.mobilePhone)) return say('@session.enterMobile')
    if (entries.code.trim() === '') return say('@shell.enterCode')
    if (isUnknown && entries.companyName.trim() === '') return say('@session.enterCompanyName')
    return isUnknown && entries.contact.trim() === '' ? say('@session.enterContact') : ''
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const refusal = missing()
    refuse(refusal)
    if (refusal !== '') return
    setBusy(true)
    try {
      const { mobilePhone, code, companyName, contact } = entries
      const { data, msg } = await client.call('session.loginByCode', {
        mobilePhone,
        code: code.trim(),
        ...(isUnknown ? { companyName, contact } : {}),
      })
      if (data.token) return enter(data.token, data.theme)
      setMessage({ text: msg, isGood: true })
      setEntries(EMPTY)
      setUnknown(false)
    } catch (failure) {
      failed(failure)
      if (failure instanceof CallError && isUnknownNumber(failure.data)) setUnknown(true)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <FormMessage text={message.text || notice} isGood={message.isGood} />
      <TextField
        label={say('@session.mobile')}
        value={entries.mobilePhone}
        onChange={put('mobilePhone')}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={11}
        autoFocus
      />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          label={say('@session.imageCode')}
          value={entries.picture}
          onChange={put('picture')}
          renew={renew}
        />
      )}
      <TextField
        label={say('@session.smsCode')}
        value={entries.code}
        onChange={put('code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        beside={
          <button
            type="button"
            className="loam-sign-in-send"
            disabled={busy || wait > 0}
            onClick={() => void send()}
          >
            {wait > 0
              ? say('@session.codeAfter', { seconds: wait })
              : say(message.isGood ? '@session.getCodeAgain' : '@session.getCode')}
          </button>
        }
      />
      {isUnknown && (
        <>
          <TextField
            label={say('@session.companyName')}
            value={entries.companyName}
            onChange={put('companyName')}
            autoComplete="organization"
            maxLength={100}
            autoFocus
          />
          <TextField
            label={say('@session.contact')}
            value={entries.contact}
            onChange={put('contact')}
            autoComplete="name"
            maxLength={50}
          />
        </>
      )}
      <button type="submit" className="loam-sign-in-button" disabled={busy}>
        {say(isUnknown ? '@session.askForAccount' : '@shell.signIn')}
      </button>
      {!hasProvider && <p className="loam-sign-in-note">{say('@session.noSmsProvider')}</p>}
    </form>
  )
}

function isUnknownNumber(data: unknown): boolean {
  return (data as { readonly isUnknown?: unknown } | null)?.isUnknown === true
}

/** Seconds that the server asks to wait; 0 when it does not. */
function waitOf(failure: unknown): number {
  const { wait } = ((failure as CallError).data ?? {}) as { readonly wait?: unknown }
  return typeof wait === 'number' ? wait : 0
}
