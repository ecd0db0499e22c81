import { Icon } from '@renderers/icon'
import type { MenuEntry } from '@runtime/menu/destination'
import { destinations } from '@runtime/menu/destination'
import { Link } from 'react-router-dom'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { RouteFrame } from './frame'
import { linkAddress } from './links'

/** The whole menu on one page: what the top bar had no room for is found here. */
export function MenuMore({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  return (
    <RouteFrame title={translate('@places.menuMore')}>
      <div className="loam-route-columns">
        {signedIn.menu.map((entry) => (
          <Branch key={entry.id} entry={entry} />
        ))}
      </div>
    </RouteFrame>
  )
}

function Branch({ entry }: { readonly entry: MenuEntry }) {
  const entries = destinations([entry])
  if (entries.length === 0) return null
  return (
    <section className="loam-route-card" aria-label={entry.fullName}>
      <h2>
        <Icon name={entry.icon ?? ''} fallback="Folder" /> {entry.fullName}
      </h2>
      <ul className="loam-route-links">
        {entries.map((destination) => (
          <li key={destination.entry.id}>
            {destination.kind === 'link' ? (
              <a href={linkAddress(destination)} target="_blank" rel="noopener noreferrer">
                {destination.entry.fullName}
              </a>
            ) : (
              <Link to={destination.path}>{destination.entry.fullName}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
