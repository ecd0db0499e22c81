import { Icon } from '@renderers/icon'
import { Link, useLocation } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { openSearch, overlays } from './overlays'
import { HOME } from './titles'

/** A phone's main things, where the thumb is. */
export function PhoneBar() {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const link = (to: string, icon: string, text: string) => (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{text}</span>
    </Link>
  )
  return (
    <nav className="loam-phone-bar" aria-label={translate('@shell.mainThings')}>
      <button
        type="button"
        aria-label={translate('@shell.toggleMenu')}
        aria-haspopup="dialog"
        onClick={() => {
          overlays.menu = true
        }}
      >
        <Icon name="Menu" />
        <span>{translate('@shell.menuShort')}</span>
      </button>
      {link(HOME, 'Home', translate('@shell.home'))}
      <button type="button" aria-haspopup="dialog" onClick={openSearch}>
        <Icon name="Search" />
        <span>{translate('@shell.searchShort')}</span>
      </button>
      {link('/messageRecord', 'Notification', translate('@shell.messagesShort'))}
      {link('/profile', 'User', translate('@shell.mine'))}
    </nav>
  )
}
