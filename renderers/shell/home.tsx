import { Icon } from '@renderers/icon'
import { Link } from 'react-router-dom'
import { language } from './language'
import { type Destination, destinations } from './menu'
import type { MenuEntry, SignedIn } from './session'
import { useSay } from './use-say'

/** The start: where one can go, and when one was last here. */
export function Home({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const { user, menu } = signedIn
  return (
    <div className="loam-home">
      <header>
        <h1>{say(greeting(), { name: user.userName || user.userAccount })}</h1>
        <LastLogin user={user} />
      </header>
      {groups(menu).map(({ title, places }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {places.map((place) => (
              <li key={place.entry.id}>
                <Place place={place} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Place({ place }: { readonly place: Destination }) {
  const inside = (
    <>
      <span className="loam-home-icon">
        <Icon name={place.entry.icon ?? ''} fallback="Apps" />
      </span>
      {place.entry.fullName}
    </>
  )
  return place.kind === 'link' ? (
    <a href={place.url} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <Link to={place.path}>{inside}</Link>
  )
}

/** Top entries with the places below them; places at the top form a group of their own under the product's name. */
function groups(menu: readonly MenuEntry[]): readonly { title: string; places: readonly Destination[] }[] {
  return menu
    .map((entry) => ({
      title: entry.fullName,
      places: destinations([entry]).filter((place) => place.kind === 'link' || place.path !== '/home'),
    }))
    .filter(({ places }) => places.length > 0)
}

function greeting(): string {
  const hour = new Date().getHours()
  if (hour < 6) return '@shell.goodNight'
  if (hour < 12) return '@shell.goodMorning'
  return hour < 18 ? '@shell.goodAfternoon' : '@shell.goodEvening'
}

/** The last-login notice: a login that was not one's own is seen here. */
function LastLogin({ user }: { readonly user: SignedIn['user'] }) {
  const say = useSay()
  const time = user['prevLoginTime']
  if (typeof time !== 'number') return <p>{say('@shell.firstLogin')}</p>
  const locale = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }[language.current]
  const place = [user['prevLoginIPAddressName'], user['prevLoginIPAddress']].filter(Boolean).join(' ')
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
  return <p>{say('@shell.lastLogin', { time: when, place })}</p>
}
