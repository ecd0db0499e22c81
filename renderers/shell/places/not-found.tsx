import { Link, useLocation } from 'react-router-dom'
import { useSay } from '../use-say'

/** There is no such place, or it could not be fetched: then a full load of it may help. */
export function NotFound() {
  const say = useSay()
  const { state } = useLocation()
  const failed = (state as { readonly failed?: string } | null)?.failed
  return (
    <div className="loam-place loam-not-found">
      <h1>404</h1>
      <p>{say(failed ? '@places.navigationFailed' : '@shell.notFound')}</p>
      {failed && <a href={failed}>{say('@common.retry')}</a>}
      <Link to="/home">{say('@shell.backHome')}</Link>
    </div>
  )
}
