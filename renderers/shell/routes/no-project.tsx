import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { Link } from 'react-router-dom'
import { RouteState } from './frame'

/** Where members of projects are named, each with a level. */
const PROJECTS = '/field/projects'

/** The map of somebody who may view no project: which right is missing, and who can grant it. */
export function NoProject() {
  const { text } = useHost()
  const { data } = useQuery({ call: 'menu.place', input: { path: PROJECTS } })
  const names = data?.grantors.map(({ fullName }) => fullName).join(' · ') ?? ''
  return (
    <RouteState
      icon="Location"
      title={text('@map.noProject')}
      text={text('@map.noProjectText', {
        level: text('@field.level.view'),
        page: text('@fieldPage.projects'),
        members: text('@fieldPage.members'),
      })}
    >
      {names !== '' && <span>{text('@places.grantors', { names })}</span>}
      <Link to="/home">{text('@shell.backHome')}</Link>
    </RouteState>
  )
}
