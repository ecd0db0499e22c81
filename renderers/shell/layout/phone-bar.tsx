import { Icon } from '@renderers/icon'
import { Link, useLocation } from 'react-router-dom'
import { useSay } from '../use-say'
import { openSearch, overlays } from './overlays'
import { HOME } from './titles'

/** A phone's main things, where the thumb is. */
export function PhoneBar() {
  const say = useSay()
  const { pathname } = useLocation()
  const link = (to: string, icon: string, text: string) => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{text}</span>
    </Link>
  )
  return (
    <nav className="loam-phone-bar" aria-label={say('@shell.mainThings')}>
      <button
        type="button"
        aria-label={say('@shell.toggleMenu')}
        aria-haspopup="dialog"
        onClick={() => {
          overlays.menu = true
        }}
      >
        <Icon name="Menu" />
        <span>{say('@shell.menuShort')}</span>
      </button>
      {link(HOME, 'Home', say('@shell.home'))}
      <button type="button" aria-haspopup="dialog" onClick={openSearch}>
        <Icon name="Search" />
        <span>{say('@shell.searchShort')}</span>
      </button>
      {link('/messageRecord', 'Notification', say('@shell.messagesShort'))}
      {link('/profile', 'User', say('@shell.mine'))}
    </nav>
  )
}
