import { Menu } from '@arco-design/web-react'
import { IconLock, IconStar, IconStarFill } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { LazyFallback } from '@widgets/shared/lazy'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dropped } from '../../button'
import { useJobsName } from '../jobs'
import { lockScreen } from '../lock/lock'
import { AboutDialog } from '../routes'
import { signOut, signOutEverywhere } from '../sign-in/leaving'
import type { SignedIn } from '../sign-in/session'
import { viewTokens } from '../sign-in/viewing'
import { useTranslate } from '../use-translate'
import { useFavourite } from './favourite-star'
import { openShortcuts } from './overlays'

/** In their order (`spec/shell-and-monitoring.md §2.3`). */
const ENTRIES = [
  { key: 'profile', icon: <Icon name="User" />, text: '@shell.profile' },
  { key: 'jobs', icon: <Icon name="OrderedList" />, text: '@job.mine' },
  { key: 'favourite', icon: <IconStar />, text: '@home.mark' },
  { key: 'settings', icon: <Icon name="Settings" />, text: '@shell.settings' },
  { key: 'lock', icon: <IconLock />, text: '@shell.lockScreen' },
  { key: 'shortcuts', icon: <Icon name="Thunderbolt" />, text: '@shell.shortcuts' },
  { key: 'help', icon: <Icon name="Book" />, text: '@places.help' },
  { key: 'feedback', icon: <Icon name="Edit" />, text: '@places.feedback' },
  { key: 'statement', icon: <Icon name="File" />, text: '@places.statement' },
  { key: 'about', icon: <Icon name="InfoCircle" />, text: '@shell.about' },
  { key: 'signOut', icon: <Icon name="Export" />, text: '@shell.signOut' },
  { key: 'signOutEverywhere', icon: <Icon name="Poweroff" />, text: '@session.signOutEverywhere' },
] as const

/** The person: what is theirs, the locked screen, and leaving. */
export function UserMenu({
  signedIn,
  onSettings,
  onJobs,
}: {
  readonly signedIn: SignedIn
  /** On a phone, whose bar has no place for them, for one’s jobs and for the star of the page. */
  readonly onSettings?: () => void
  readonly onJobs?: () => void
}) {
  const translate = useTranslate()
  const host = useHost()
  const navigate = useNavigate()
  const [about, setAbout] = useState(false)
  const name = signedIn.user.userName || signedIn.user.userAccount
  const favourite = useFavourite(signedIn)
  const [jobs] = useJobsName()
  const names: Readonly<Record<string, string | undefined>> = { jobs, favourite: favourite?.name }
  const acts: Readonly<Record<string, () => void>> = {
    profile: () => void navigate('/profile'),
    ...(onJobs && { jobs: onJobs }),
    ...(onSettings && { settings: onSettings, ...(favourite && { favourite: favourite.toggle }) }),
    // Who looks as somebody else has not their password, and ends none of their sessions.
    ...(!viewTokens && { lock: lockScreen, signOutEverywhere: () => void signOutEverywhere(host) }),
    shortcuts: openShortcuts,
    about: () => setAbout(true),
    help: () => void navigate('/help'),
    feedback: () => void navigate('/feedback'),
    statement: () => void navigate('/statement'),
    signOut: () => void signOut(host),
  }
  return (
    <>
      <Dropped
        className="loam-user-button"
        aria-label={name}
        onSelect={(key) => acts[key]?.()}
        items={ENTRIES.filter(({ key }) => acts[key]).map(({ key, icon, text }) => (
          <Menu.Item key={key}>
            {key === 'favourite' && favourite?.isMarked ? <IconStarFill /> : icon}{' '}
            {names[key] ?? translate(text)}
          </Menu.Item>
        ))}
      >
        <span className="loam-avatar" aria-hidden="true">
          {name.slice(0, 1).toUpperCase() || '?'}
        </span>
        <span className="loam-user-name">{name}</span>
      </Dropped>
      {about && (
        <LazyFallback shown={null}>
          <AboutDialog signedIn={signedIn} onClose={() => setAbout(false)} />
        </LazyFallback>
      )}
    </>
  )
}
