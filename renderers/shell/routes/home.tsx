import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Destination, destinations } from '../menu'
import type { MenuEntry, SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { LastLogin } from './last-login'
import { linkAddress } from './links'
import './home.css'

/** The start: what there is for this person, and where one can go. */
export function Home({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const { user, menu } = signedIn
  return (
    <div className="loam-home">
      <header>
        <h1>{translate(greeting(), { name: user.userName || user.userAccount })}</h1>
        <LastLogin user={user} />
      </header>
      <Counters />
      {groups(menu).map(({ id, title, entries }) => (
        <section key={id} aria-label={title}>
          <h2>{title}</h2>
          <ul className="loam-home-entries">
            {entries.map((destination) => (
              <li key={destination.entry.id}>
                <Entry destination={destination} />
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
  const translate = useTranslate()
  const { own, unread, flows } = useCounts()
  const today = own?.days.at(-1)
  return (
    <ul className="loam-home-counters" aria-label={translate('@places.overview')}>
      <Counter
        to="/dashboard"
        icon="Storage"
        name={translate('@places.ownRecords')}
        count={own && (own.capped ? `${own.records}+` : String(own.records))}
        note={today ? translate('@places.madeToday', { count: today.records }) : ''}
      />
      <Counter
        to="/messageRecord"
        icon="Notification"
        name={translate('@places.unread')}
        count={unread === null ? null : String(unread)}
        note={translate(unread === 0 ? '@places.allRead' : '@places.toBeRead')}
      />
      <Counter
        to="/workFlowDetail"
        icon="List"
        name={translate('@places.tasks')}
        count={flows === null ? null : String(flows)}
        note={translate(flows === 0 ? '@places.allRead' : '@places.toBeRead')}
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

function Entry({ destination }: { readonly destination: Destination }) {
  const inside = (
    <>
      <span className="loam-home-icon">
        <Icon name={destination.entry.icon ?? ''} fallback="Apps" />
      </span>
      {destination.entry.fullName}
    </>
  )
  return destination.kind === 'link' ? (
    <a href={linkAddress(destination)} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <Link to={destination.path}>{inside}</Link>
  )
}

/** Top entries with the entries below them. */
function groups(menu: readonly MenuEntry[]) {
  return menu
    .map((entry) => ({
      id: entry.id,
      title: entry.fullName,
      entries: destinations([entry]).filter(
        (destination) => destination.kind === 'link' || destination.path !== '/home',
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function greeting(): string {
  const hour = new Date().getHours()
  if (hour < 6) return '@shell.goodNight'
  if (hour < 12) return '@shell.goodMorning'
  return hour < 18 ? '@shell.goodAfternoon' : '@shell.goodEvening'
}
