import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Destination, destinations } from '../menu'
import type { MenuEntry, SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import { LastLogin } from './last-login'
import { linkAddress } from './links'
import './home.css'

/** The start: what there is for this person, and where one can go. */
export function Home({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const { user, menu } = signedIn
  return (
    <div className="loam-home">
      <header>
        <h1>{say(greeting(), { name: user.userName || user.userAccount })}</h1>
        <LastLogin user={user} />
      </header>
      <Counters />
      {groups(menu).map(({ id, title, places }) => (
        <section key={id} aria-label={title}>
          <h2>{title}</h2>
          <ul className="loam-home-entries">
            {places.map((place) => (
              <li key={place.entry.id}>
                <Entry place={place} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Messages about flows (`spec/shell-and-monitoring.md §3`). */
const FLOW = 2

/** How many there are; null while it is not known, which is shown as a dash. */
function useCounts() {
  const host = useHost()
  const [own, setOwn] = useState<CallAnswer<'dashboard.own'>['data'] | null>(null)
  const [unread, setUnread] = useState<number | null>(null)
  const [flows, setFlows] = useState<number | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const options = { signal: leaving.signal }
    host.call('dashboard.own', {}, options).then(
      ({ data }) => setOwn(data as CallAnswer<'dashboard.own'>['data']),
      () => undefined,
    )
    const countUnread = (which: object, set: (count: number) => void) =>
      host.call('message.list', { currentPage: 1, pageSize: 1, isRead: 0, ...which }, options).then(
        ({ data }) => set((data as CallAnswer<'message.list'>['data']).pagination.total),
        () => undefined,
      )
    void countUnread({}, setUnread)
    void countUnread({ type: FLOW }, setFlows)
    return () => leaving.abort()
  }, [host])
  return { own, unread, flows }
}

function Counters() {
  const say = useSay()
  const { own, unread, flows } = useCounts()
  const today = own?.days.at(-1)
  return (
    <ul className="loam-home-counters" aria-label={say('@places.overview')}>
      <Counter
        to="/dashboard"
        icon="Storage"
        name={say('@places.ownRecords')}
        count={own && (own.capped ? `${own.records}+` : String(own.records))}
        note={today ? say('@places.madeToday', { count: today.records }) : ''}
      />
      <Counter
        to="/messageRecord"
        icon="Notification"
        name={say('@places.unread')}
        count={unread === null ? null : String(unread)}
        note={say(unread === 0 ? '@places.allRead' : '@places.toBeRead')}
      />
      <Counter
        to="/workFlowDetail"
        icon="List"
        name={say('@places.tasks')}
        count={flows === null ? null : String(flows)}
        note={say(flows === 0 ? '@places.allRead' : '@places.toBeRead')}
      />
    </ul>
  )
}

function Counter(counter: {
  readonly to: string
  readonly icon: string
  readonly name: string
  readonly count: string | null
  readonly note: string
}) {
  return (
    <li>
      <Link to={counter.to}>
        <Icon name={counter.icon} />
        <span className="loam-home-name">{counter.name}</span>
        <strong>{counter.count ?? '–'}</strong>
        <span className="loam-home-note">{counter.note}</span>
      </Link>
    </li>
  )
}

function Entry({ place }: { readonly place: Destination }) {
  const inside = (
    <>
      <span className="loam-home-icon">
        <Icon name={place.entry.icon ?? ''} fallback="Apps" />
      </span>
      {place.entry.fullName}
    </>
  )
  return place.kind === 'link' ? (
    <a href={linkAddress(place)} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <Link to={place.path}>{inside}</Link>
  )
}

/** Top entries with the places below them. */
function groups(menu: readonly MenuEntry[]) {
  return menu
    .map((entry) => ({
      id: entry.id,
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
