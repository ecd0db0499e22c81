import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { brand, Logo, systemName } from '../brand'
import { useTranslate } from '../use-translate'
import { gateTo, redirectOf, SIGN_IN_PATH } from './redirect'
import './scan-confirm.css'

/** `/formShortLink?id=` for whoever is not signed in: forms are filled in by people who are known. */
export function StrangersForm() {
  const { pathname, search, hash } = useLocation()
  const hasForm = Boolean(new URLSearchParams(search).get('id'))
  return (
    <Notice
      title="@session.formLink"
      text={hasForm ? '@session.formLinkNeedsSession' : '@session.formLinkEmpty'}
      to={hasForm ? gateTo(SIGN_IN_PATH, `${pathname}${search}${hash}`) : SIGN_IN_PATH}
    />
  )
}

/** `/auth-redirect` without the token that it is there for. */
export function LinkWithoutToken() {
  const { search, hash } = useLocation()
  return (
    <Notice
      title="@session.signInLink"
      text="@session.signInLinkEmpty"
      to={gateTo(SIGN_IN_PATH, redirectOf(search, hash))}
    />
  )
}

function Notice({
  title,
  text,
  to,
}: {
  readonly title: string
  readonly text: string
  readonly to: string
}): ReactNode {
  const translate = useTranslate()
  const { of: own } = useSnapshot(brand)
  const name = systemName(own, translate)
  const heading = translate(title)
  useEffect(() => {
    document.title = `${heading} - ${name}`
  }, [heading, name])
  return (
    <main className="loam-scan-confirm">
      <Logo address={own.logoIcon} size={48} />
      <h1>{heading}</h1>
      <p>{translate(text)}</p>
      <Link className="allow" to={to}>
        {translate('@session.toSignIn')}
      </Link>
    </main>
  )
}
