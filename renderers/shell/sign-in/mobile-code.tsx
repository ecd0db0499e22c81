import { fitsRule } from '@runtime/form/rules'
import { CallError } from '@services/client'
import { useEffect, useState } from 'react'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { CaptchaField, FormMessage, TextField } from './fields'
import { proveWork } from './proof'
import { useCaptcha } from './use-captcha'
import { useCountdown } from './use-countdown'

const EMPTY = { mobilePhone: '', picture: '', code: '' }
type Name = keyof typeof EMPTY

/** A mobile number, and the code that is sent to it once the picture has been read: what is entered, sent and said. */
export interface MobileCode {
  readonly mobilePhone: string
  /** As it was typed, without blanks around it. */
  readonly code: string
  readonly busy: boolean
  readonly message: { readonly text: string; readonly isGood: boolean }
  /** What is still missing or wrong in these fields; empty when nothing is. */
  missing(): string
  notify(text: string, isGood?: boolean): void
  /** Runs what the form is for; a failure is said. @returns whether it succeeded; else what failed */
  run(work: () => Promise<void>): Promise<{ readonly failure?: unknown }>
  clear(): void
  /** For `MobileCodeFields` alone. */
  readonly fields: FieldsState
}

interface FieldsState {
  readonly entries: typeof EMPTY
  readonly put: (name: Name) => (value: string) => void
  readonly captcha: ReturnType<typeof useCaptcha>['captcha']
  readonly renew: ReturnType<typeof useCaptcha>['renew']
  /** Seconds until another code may be asked for. */
  readonly wait: number
  readonly send: () => Promise<void>
}

/** @param onNumber called when another number is typed */
export function useMobileCode(onNumber?: () => void): MobileCode {
  const translate = useTranslate()
  const [entries, setEntries] = useState(EMPTY)
  const [message, setMessage] = useState({ text: '', isGood: false })
  const [busy, setBusy] = useState(false)
  const [wait, startWaiting] = useCountdown()
  const { captcha, renew } = useCaptcha()
  useEffect(() => void renew(), [renew])

  const put = (name: Name) => (value: string) => {
    setEntries((before) => ({ ...before, [name]: value }))
    if (name === 'mobilePhone') onNumber?.()
  }
  const tell = (text: string, isGood = false) => setMessage({ text, isGood })
  const { mobilePhone, picture } = entries
  const hasNumber = fitsRule('mobile', mobilePhone)
  const run: MobileCode['run'] = async (work) => {
    setBusy(true)
    try {
      await work()
      return {}
    } catch (failure) {
      tell(failure instanceof CallError ? failure.message : translate('@shell.requestFailed'))
      return { failure }
    } finally {
      setBusy(false)
    }
  }
  const send = async () => {
    if (!hasNumber) return tell(translate('@session.enterMobile'))
    if (!captcha || picture.trim() === '') return tell(translate('@shell.enterCode'))
    const { failure } = await run(async () => {
      const proof = await proveWork('phone', mobilePhone)
      const input = { mobilePhone, code: picture.trim(), timestamp: captcha.timestamp, proof }
      const { data, msg } = await client.call('session.sendCode', input)
      startWaiting(data.interval)
      tell(msg, true)
    })
    if (failure !== undefined) startWaiting(waitOf(failure))
    put('picture')('')
    await renew()
  }
  const code = entries.code.trim()
  return {
    ...{ mobilePhone, code, busy, message, notify: tell, run },
    missing: () =>
      hasNumber ? (code === '' ? translate('@shell.enterCode') : '') : translate('@session.enterMobile'),
    clear: () => setEntries(EMPTY),
    fields: { entries, put, captcha, renew, wait, send },
  }
}

interface FieldsProps {
  readonly of: MobileCode
  /** What the number is called. */
  readonly label: string
  /** Stands where nothing else is said. */
  readonly notice?: string
  readonly autoFocus?: boolean
}

export function MobileCodeFields({ of, label, notice = '', autoFocus = false }: FieldsProps) {
  const translate = useTranslate()
  const { message, busy, fields } = of
  const { entries, put, captcha, renew, wait, send } = fields
  return (
    <>
      <FormMessage text={message.text || notice} isGood={message.isGood} />
      <TextField
        label={label}
        value={entries.mobilePhone}
        onChange={put('mobilePhone')}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={11}
        autoFocus={autoFocus}
      />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          label={translate('@session.imageCode')}
          value={entries.picture}
          onChange={put('picture')}
          renew={renew}
        />
      )}
      <TextField
        label={translate('@session.smsCode')}
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
              ? translate('@session.codeAfter', { seconds: wait })
              : translate(message.isGood ? '@session.getCodeAgain' : '@session.getCode')}
          </button>
        }
      />
    </>
  )
}

/** Seconds that the server asks to wait; 0 when it does not. */
export function waitOf(failure: unknown): number {
  const { wait } = ((failure as CallError).data ?? {}) as { readonly wait?: unknown }
  return typeof wait === 'number' ? wait : 0
}
