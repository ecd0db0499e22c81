import { Icon } from '@renderers/icon'
import { Link } from 'react-router-dom'
import { destinations } from '../menu'
import type { MenuEntry, SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import { Place } from './frame'
import { linkAddress } from './links'

/** The whole menu on one page: what the top bar had no room for is found here. */
export function MenuMore({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  return (
    <Place title={say('@places.menuMore')}>
      <div className="loam-own-columns">
        {signedIn.menu.map((entry) => (
          <Branch key={entry.id} entry={entry} />
        ))}
      </div>
    </Place>
  )
}

function Branch({ entry }: { readonly entry: MenuEntry }) {
  const places = destinations([entry])
  if (places.length === 0) return null
  return (
    <section className="loam-own-card" aria-label={entry.fullName}>
      <h2>
        <Icon name={entry.icon ?? ''} fallback="Folder" /> {entry.fullName}
      </h2>
      <ul className="loam-own-links">
        {places.map((place) => (
          <li key={place.entry.id}>
            {place.kind === 'link' ? (
              <a href={linkAddress(place)} target="_blank" rel="noopener noreferrer">
                {place.entry.fullName}
              </a>
            ) : (
              <Link to={place.path}>{place.entry.fullName}</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
