import { Button, Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Modal/style/css.js'
import { useHost } from '@renderers/host'
import { fitsRule } from '@runtime/form/rules'
import { type FormEvent, useEffect, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { client } from '../../client'
import { CaptchaField, FormMessage, PasswordField, TextField } from '../../sign-in/fields'
import { proveWork } from '../../sign-in/proof'
import { useCaptcha } from '../../sign-in/use-captcha'
import { useCountdown } from '../../sign-in/use-countdown'
import '../../sign-in/password-form.css'
import '../../sign-in/sign-in.css'
import { useSay } from '../../use-say'

/** The way to another mobile number: the password, and the code that is sent to it. */
export function MobileChange({ onChanged }: { readonly onChanged: () => void }) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    onChanged()
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {say('@session.changeMobile')}
      </Button>
      <Modal
        visible={isOpen}
        title={say('@session.changeMobile')}
        footer={null}
        unmountOnExit
        onCancel={() => setOpen(false)}
        style={{ width: 'min(440px, calc(100vw - 24px))' }}
      >
        <MobileChangeForm onChanged={done} />
      </Modal>
    </>
  )
}

const EMPTY = { mobilePhone: '', picture: '', code: '', password: '' }

function MobileChangeForm({ onChanged }: { readonly onChanged: () => void }) {
  const say = useSay()
  const host = useHost()
  const [entries, setEntries] = useState(EMPTY)
  const [message, setMessage] = useState({ text: '', isGood: false })
  const [busy, setBusy] = useState(false)
  const [wait, startWaiting] = useCountdown()
  const { captcha, renew } = useCaptcha()
  useEffect(() => void renew(), [renew])
  const put = (name: keyof typeof EMPTY) => (value: string) =>
    setEntries((before) => ({ ...before, [name]: value }))
  const refuse = (text: string) => setMessage({ text, isGood: false })
  const { mobilePhone, picture, code, password } = entries

  const send = async () => {
    if (!fitsRule('mobile', mobilePhone)) return refuse(say('@session.enterMobile'))
    if (!captcha || picture.trim() === '') return refuse(say('@shell.enterCode'))
    setBusy(true)
    try {
      const proof = await proveWork('phone', mobilePhone)
      const input = { mobilePhone, code: picture.trim(), timestamp: captcha.timestamp, proof }
      const { data, msg } = await client.call('session.sendCode', input)
      startWaiting(data.interval)
      setMessage({ text: msg, isGood: true })
    } catch (error) {
      refuse((error as Error).message)
    }
    setBusy(false)
    put('picture')('')
    await renew()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!fitsRule('mobile', mobilePhone)) return refuse(say('@session.enterMobile'))
    if (code.trim() === '') return refuse(say('@shell.enterCode'))
    if (password === '') return refuse(say('@shell.enterPassword'))
    setBusy(true)
    try {
      const input = { mobilePhone, code: code.trim(), password: SparkMD5.hash(password) }
      const { msg } = await host.call('currentUser.changeMobile', input)
      host.toast('success', msg)
      onChanged()
    } catch (error) {
      refuse((error as Error).message)
      setBusy(false)
    }
  }
  const again = wait > 0 ? say('@session.codeAfter', { seconds: wait }) : say('@session.getCode')
  return (
    <form className="loam-password-form" onSubmit={submit} noValidate aria-busy={busy}>
      <FormMessage text={message.text} isGood={message.isGood} />
      <TextField
        label={say('@session.newMobile')}
        value={mobilePhone}
        onChange={put('mobilePhone')}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={11}
      />
      {captcha && (
        <CaptchaField
          captcha={captcha}
          label={say('@session.imageCode')}
          value={picture}
          onChange={put('picture')}
          renew={renew}
        />
      )}
      <TextField
        label={say('@session.smsCode')}
        value={code}
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
            {again}
          </button>
        }
      />
      <PasswordField label={say('@shell.password')} value={password} onChange={put('password')} />
      <div className="loam-password-acts">
        <button type="submit" className="loam-sign-in-button" disabled={busy}>
          {say('@session.changeMobile')}
        </button>
      </div>
    </form>
  )
}
