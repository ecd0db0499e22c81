import { Popup } from '@renderers/dialog'
import { Link } from 'react-router-dom'
import { brandOf, Logo, systemName } from '../brand'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import './routes.css'

/** System name, version and an author line (`spec/shell-and-monitoring.md §1`). */
export function AboutDialog({
  signedIn,
  onClose,
}: {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}) {
  const translate = useTranslate()
  const { system } = signedIn
  const own = brandOf(system)
  return (
    <Popup mode="general" width="420px" title={translate('@places.about')} visible onClose={onClose}>
      <div className="loam-route-about">
        <Logo address={own.workLogoIcon || own.logoIcon} size={56} />
        <strong>{systemName(own, translate)}</strong>
        <span>{translate('@places.version', { version: String(system['sysVersion'] ?? '') })}</span>
        {own.sysDescription && <span>{own.sysDescription}</span>}
        {own.companyName && <span>{own.companyName}</span>}
        <span>{translate('@places.author', { author: String(system['copyright'] || 'Loam') })}</span>
        <nav aria-label={translate('@places.about')}>
          <Link to="/help" onClick={onClose}>
            {translate('@places.help')}
          </Link>
          <Link to="/statement" onClick={onClose}>
            {translate('@places.statement')}
          </Link>
          <Link to="/feedback" onClick={onClose}>
            {translate('@places.feedback')}
          </Link>
          <a href="/third-party.html" target="_blank" rel="noreferrer">
            {translate('@places.thirdParty')}
          </a>
        </nav>
      </div>
    </Popup>
  )
}
