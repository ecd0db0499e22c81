import { Popup } from '@renderers/dialog'
import { Link } from 'react-router-dom'
import { brandOf, Logo, systemName } from '../brand'
import type { SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import './places.css'

/** System name, version and an author line (`spec/shell-and-monitoring.md §1`). */
export function AboutDialog({
  signedIn,
  onClose,
}: {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}) {
  const say = useSay()
  const { system } = signedIn
  const own = brandOf(system)
  return (
    <Popup mode="general" width="420px" title={say('@places.about')} visible onClose={onClose}>
      <div className="loam-own-about">
        <Logo address={own.workLogoIcon || own.logoIcon} size={56} />
        <strong>{systemName(own, say)}</strong>
        <span>{say('@places.version', { version: String(system['sysVersion'] ?? '') })}</span>
        <span>{say('@places.author', { author: String(system['copyright'] || 'Loam') })}</span>
        <nav aria-label={say('@places.about')}>
          <Link to="/help" onClick={onClose}>
            {say('@places.help')}
          </Link>
          <Link to="/statement" onClick={onClose}>
            {say('@places.statement')}
          </Link>
          <Link to="/feedback" onClick={onClose}>
            {say('@places.feedback')}
          </Link>
          <a href="/third-party.html" target="_blank" rel="noreferrer">
            {say('@places.thirdParty')}
          </a>
        </nav>
      </div>
    </Popup>
  )
}
