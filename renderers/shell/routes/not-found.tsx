import { useHost } from '@renderers/host'
import { Link, useLocation } from 'react-router-dom'

/** There is no such route, which is named, or it could not be fetched: then a full load of it may help. */
export function NotFound() {
  const { text } = useHost()
  const { state } = useLocation()
  const { failed, missing } = (state as { readonly failed?: string; readonly missing?: string } | null) ?? {}
  return (
    <div className="loam-screen-note loam-not-found">
      <h1>404</h1>
      <p>{text(failed ? '@places.navigationFailed' : '@shell.notFound')}</p>
      {missing && <p>{text('@places.askedFor', { address: missing })}</p>}
      {failed && <a href={failed}>{text('@common.retry')}</a>}
      <Link to="/home">{text('@shell.backHome')}</Link>
    </div>
  )
}
