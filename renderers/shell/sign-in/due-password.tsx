import { Message, Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { leave } from './leaving'
import { PasswordForm } from './password-form'
import { endSession, type SignedIn } from './session'

/** Stands until the password is changed or the person leaves. */
export function DuePassword({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  return (
    <Modal
      visible
      title={translate(
        signedIn.user['passwordDueReason'] === 'expired' ? '@session.changeOld' : '@session.changeFirst',
      )}
      footer={null}
      closable={false}
      maskClosable={false}
      escToExit={false}
      style={{ width: 'min(440px, calc(100vw - 24px))' }}
    >
      <PasswordForm
        policy={signedIn.system}
        account={signedIn.user.userAccount}
        onChanged={passwordChanged}
        beside={
          <button
            type="button"
            className="loam-sign-in-button quiet"
            onClick={() => void leave('session.logout')}
          >
            {translate('@session.later')}
          </button>
        }
      />
    </Modal>
  )
}

/** The server's message is shown and the token forgotten (`spec/shell-and-monitoring.md §7.1`): one signs in with the new password. */
export function passwordChanged(message: string): void {
  Message.success(message)
  endSession(message)
  client.token.clear()
}
