import { Link, useLocation } from 'react-router-dom'
import { useTranslate } from '../use-translate'

/** There is no such route, or it could not be fetched: then a full load of it may help. */
export function NotFound() {
  const translate = useTranslate()
  const { state } = useLocation()
  const failed = (state as { readonly failed?: string } | null)?.failed
  return (
    <div className="loam-screen-note loam-not-found">
      <h1>404</h1>
      <p>{translate(failed ? '@places.navigationFailed' : '@shell.notFound')}</p>
      {failed && <a href={failed}>{translate('@common.retry')}</a>}
      <Link to="/home">{translate('@shell.backHome')}</Link>
    </div>
  )
}
