import { Navigate, useLocation } from 'react-router-dom'

/** `/redirect/<path>` leads to the path, drawn anew (`spec/shell-and-monitoring.md §2.1`). */
export function Redirect() {
  const { pathname, search, hash } = useLocation()
  // One slash only: more would be an address elsewhere.
  const path = `/${pathname.replace(/^\/redirect\/*/, '')}`
  return <Navigate to={`${path}${search}${hash}`} replace />
}
