import { useQuery } from '../data'
import { useHost } from '../host'

/** Who can grant what is missing. */
export function Grantors() {
  const host = useHost()
  const { data } = useQuery({ call: 'menu.place', input: { path: window.location.pathname } })
  const names = data?.grantors.map(({ fullName }) => fullName).join(' · ') ?? ''
  return names === '' ? null : <p>{host.text('@places.grantors', { names })}</p>
}
