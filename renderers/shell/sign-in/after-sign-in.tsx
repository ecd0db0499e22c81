import { Message, Modal, Notification } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import '@arco-design/web-react/es/Notification/style/css.js'
import { useEffect } from 'react'
import { client } from '../client'
import { language, translate } from '../language'
import { useTranslate } from '../use-translate'
import { leave } from './leaving'
import { PasswordForm } from './password-form'
import { endSession, isPasswordDue, type SignedIn, session } from './session'

/** Milliseconds that the notice of the last sign-in stays. */
const NOTICE_STAYS = 6_000

/** What a person meets right after signing in: when the account was last used, and the change of a password that is due. */
export function AfterSignIn({ signedIn }: { readonly signedIn: SignedIn }) {
  useEffect(() => {
    if (!session.isFresh) return
    session.isFresh = false
    noticeLastLogin(signedIn)
    noticeOldPassword(signedIn)
  }, [signedIn])
  return isPasswordDue(signedIn) ? <DuePassword signedIn={signedIn} /> : null
}

function noticeLastLogin({ user }: SignedIn): void {
  const time = user['prevLoginTime']
  if (Number(user['prevLogin']) !== 1 || typeof time !== 'number') return
  const locale = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }[language.current]
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
  const address = [user['prevLoginIPAddressName'], user['prevLoginIPAddress']].filter(Boolean).join(' ')
  Notification.info({
    title: translate('@session.lastLoginTitle'),
    content: (
      <>
        {translate('@session.lastLoginText', { time: when, address })}
        <br />
        {translate('@session.lastLoginHint')}
      </>
    ),
    duration: NOTICE_STAYS,
    position: 'bottomRight',
  })
}

/** Says some days before that the password has to be changed. */
function noticeOldPassword({ user }: SignedIn): void {
  const days = user['passwordDaysLeft']
  if (typeof days === 'number' && user['passwordDue'] !== true)
    Message.warning(translate('@session.changeSoon', { days }))
}

/** Stands until the password is changed or the person leaves. */
function DuePassword({ signedIn }: { readonly signedIn: SignedIn }) {
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
