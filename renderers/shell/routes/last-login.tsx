import { language } from '../language'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'

/** The last-login notice: a login that was not one's own is seen here. */
export function LastLogin({ user }: { readonly user: SignedIn['user'] }) {
  const translate = useTranslate()
  const time = user['prevLoginTime']
  if (typeof time !== 'number') return <p>{translate('@shell.firstLogin')}</p>
  const locale = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }[language.current]
  const place = [user['prevLoginIPAddressName'], user['prevLoginIPAddress']].filter(Boolean).join(' ')
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
  return <p>{translate('@shell.lastLogin', { time: when, place })}</p>
}
