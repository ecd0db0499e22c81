import type { Destination, MenuEntry } from '@runtime/menu/destination'
import { Link } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { RouteState } from './frame'

const ICONS = { report: 'Dashboard', portal: 'Apps', group: 'Folder' } as const

/** A report, portal or empty group of the menu, which nothing has been laid down for. */
export function MenuRoute({
  entry,
  view,
}: {
  readonly entry: MenuEntry
  readonly view: Exclude<Extract<Destination, { kind: 'builtIn' }>['view'], 'dictionary'>
}) {
  const translate = useTranslate()
  return (
    <RouteState
      icon={entry.icon || ICONS[view]}
      title={entry.fullName}
      text={translate(`@places.${view}Text`)}
    >
      <Link to="/home">{translate('@shell.backHome')}</Link>
    </RouteState>
  )
}
