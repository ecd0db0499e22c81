import { Message, Notification } from '@arco-design/web-react'
import '@arco-design/web-react/es/Notification/style/css.js'
import { shownMoment } from '@runtime/date/shown'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect } from 'react'
import { language, translate } from '../language'
import { isPasswordDue, type SignedIn, session } from './session'

const DuePassword = lazy(async () => (await import('./due-password')).DuePassword)

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
  if (!isPasswordDue(signedIn)) return null
  return (
    <LazyFallback shown={null}>
      <DuePassword signedIn={signedIn} />
    </LazyFallback>
  )
}

function noticeLastLogin({ user, timeZone }: SignedIn): void {
  const time = user['prevLoginTime']
  if (Number(user['prevLogin']) !== 1 || typeof time !== 'number') return
  const locale = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }[language.current]
  const when = shownMoment(time, locale, { dateStyle: 'medium', timeStyle: 'short' }, timeZone)
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
