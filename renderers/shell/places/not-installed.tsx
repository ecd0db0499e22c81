import { Link } from 'react-router-dom'
import type { Destination } from '../menu'
import type { MenuEntry } from '../sign-in/session'
import { useSay } from '../use-say'
import { StatePlace } from './frame'

const ICONS = { report: 'Dashboard', portal: 'Apps', group: 'Folder' } as const

/** A report, portal or empty group of the menu, which nothing has been laid down for. */
export function MenuPlace({
  entry,
  place,
}: {
  readonly entry: MenuEntry
  readonly place: Exclude<Extract<Destination, { kind: 'place' }>['place'], 'dictionary'>
}) {
  const say = useSay()
  return (
    <StatePlace icon={entry.icon || ICONS[place]} title={entry.fullName} text={say(`@places.${place}Text`)}>
      <Link to="/home">{say('@shell.backHome')}</Link>
    </StatePlace>
  )
}
