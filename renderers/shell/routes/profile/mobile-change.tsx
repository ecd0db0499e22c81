import { Button, Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Modal/style/css.js'
import { useHost } from '@renderers/host'
import { type FormEvent, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { PasswordField } from '../../sign-in/fields'
import { MobileCodeFields, useMobileCode } from '../../sign-in/mobile-code'
import '../../sign-in/password-form.css'
import '../../sign-in/sign-in.css'
import { useTranslate } from '../../use-translate'

/** The way to another mobile number: the password, and the code that is sent to it. */
export function MobileChange({ onChanged }: { readonly onChanged: () => void }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const done = () => {
    setOpen(false)
    onChanged()
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {translate('@session.changeMobile')}
      </Button>
      <Modal
        visible={isOpen}
        title={translate('@session.changeMobile')}
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

function MobileChangeForm({ onChanged }: { readonly onChanged: () => void }) {
  const translate = useTranslate()
  const host = useHost()
  const mobile = useMobileCode()
  const [password, setPassword] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (mobile.busy) return
    const refusal = mobile.missing() || (password === '' ? translate('@shell.enterPassword') : '')
    if (refusal !== '') return mobile.notify(refusal)
    await mobile.run(async () => {
      const { mobilePhone, code } = mobile
      const input = { mobilePhone, code, password: SparkMD5.hash(password) }
      const { msg } = await host.call('currentUser.changeMobile', input)
      host.toast('success', msg)
      onChanged()
    })
  }
  return (
    <form
      className="loam-password-form loam-mobile-change"
      onSubmit={submit}
      noValidate
      aria-busy={mobile.busy}
    >
      <MobileCodeFields of={mobile} label={translate('@session.newMobile')} />
      <PasswordField label={translate('@shell.password')} value={password} onChange={setPassword} />
      <div className="loam-password-acts">
        <button type="submit" className="loam-sign-in-button" disabled={mobile.busy}>
          {translate('@session.changeMobile')}
        </button>
      </div>
    </form>
  )
}
