import { Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import { useHost } from '@renderers/host'
import { type FormEvent, type ReactNode, useState } from 'react'
import SparkMD5 from 'spark-md5'
import { useSnapshot } from 'valtio'
import { data } from '../data'
import { useTranslate } from '../use-translate'
import { passwordChanged } from './due-password'
import { PasswordField } from './fields'
import { MobileCodeFields, useMobileCode } from './mobile-code'
import { PasswordForm } from './password-form'
import './password-form.css'
import { session } from './session'
import './sign-in.css'

interface ChangeProps {
  readonly onClose: () => void
}

/** The password of whoever is signed in; every session of the account ends with the old one. */
export function PasswordChange({ onClose }: ChangeProps) {
  const { signedIn } = useSnapshot(session) as typeof session
  if (!signedIn) return null
  return (
    <ChangeModal title="@session.changeTitle" onClose={onClose}>
      <PasswordForm
        policy={signedIn.system}
        account={signedIn.user.userAccount}
        onChanged={(message) => {
          onClose()
          passwordChanged(message)
        }}
      />
    </ChangeModal>
  )
}

/** The way to another mobile number: the password, and the code that is sent to it. */
export function MobileChange({ onClose }: ChangeProps) {
  return (
    <ChangeModal title="@session.changeMobile" onClose={onClose}>
      <MobileChangeForm
        onChanged={() => {
          onClose()
          data.invalidate(['currentUser'])
        }}
      />
    </ChangeModal>
  )
}

function ChangeModal(props: ChangeProps & { readonly title: string; readonly children: ReactNode }) {
  const translate = useTranslate()
  return (
    <Modal
      visible
      title={translate(props.title)}
      footer={null}
      onCancel={props.onClose}
      style={{ width: 'min(440px, calc(100vw - 24px))' }}
    >
      {props.children}
    </Modal>
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
