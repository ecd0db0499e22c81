import { IconFullscreen, IconFullscreenExit } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { AlarmEntry } from '../alarms'
import { ChatButton } from '../chat'
import { JobsButton, JobsDrawer } from '../jobs'
import { MessageBell } from '../messages'
import { SystemDrawer } from '../routes'
import type { SignedIn } from '../sign-in/session'
import { viewTokens } from '../sign-in/viewing'
import { StopEntry } from '../stop'
import { theme } from '../theme'
import { useTranslate } from '../use-translate'
import { LanguageMenu, SizeMenu } from './choice-menus'
import { chooseTheme } from './preferences'
import { settings } from './settings'
import { UserMenu } from './user-menu'

const importSettings = () => import('./settings-drawer')
const SettingsDrawer = lazy(async () => (await importSettings()).SettingsDrawer)

/** What stands at the right of the top bar (`spec/shell-and-monitoring.md §2.3`); a phone keeps what is looked at often. */
export function TopTools({ signedIn, narrow }: { readonly signedIn: SignedIn; readonly narrow: boolean }) {
  const { showLanguage } = useSnapshot(settings)
  const [drawer, setDrawer] = useState(false)
  const [jobs, setJobs] = useState(false)
  const openSettings = () => setDrawer(true)
  const openJobs = () => setJobs(true)
  return (
    <div className="loam-tools">
      <StopEntry signedIn={signedIn} />
      <AlarmEntry signedIn={signedIn} />
      {/* What is said to a person is not shown to who looks as them. */}
      {!viewTokens && <MessageBell />}
      {!viewTokens && <ChatButton />}
      {!viewTokens && !narrow && <JobsButton onOpen={openJobs} />}
      <SystemSwitch signedIn={signedIn} />
      {!narrow && <FullScreen />}
      {!narrow && showLanguage && <LanguageMenu />}
      {!narrow && <SizeMenu />}
      {!narrow && <DarkSwitch />}
      {/* A phone's bar keeps its room for the sign of an alarm's sound. */}
      <UserMenu
        signedIn={signedIn}
        {...(narrow && { onSettings: openSettings })}
        {...(narrow && !viewTokens && { onJobs: openJobs })}
      />
      {!narrow && <Gear onOpen={openSettings} />}
      {drawer && (
        <LazyFallback shown={null}>
          <SettingsDrawer onClose={() => setDrawer(false)} />
        </LazyFallback>
      )}
      {jobs && (
        <LazyFallback shown={null}>
          <JobsDrawer onClose={() => setJobs(false)} />
        </LazyFallback>
      )}
    </div>
  )
}

/** Only for who belongs to more than one system (`spec/shell-and-monitoring.md §2.3`). */
function SystemSwitch({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const systems = signedIn.user['systemIds'] as readonly unknown[] | undefined
  if ((systems?.length ?? 0) < 2) return null
  return (
    <>
      <button
        type="button"
        className="loam-icon-button"
        aria-label={translate('@shell.switchSystem')}
        title={translate('@shell.switchSystem')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="Apps" />
      </button>
      {open && (
        <LazyFallback shown={null}>
          <SystemDrawer signedIn={signedIn} onClose={() => setOpen(false)} />
        </LazyFallback>
      )}
    </>
  )
}

function DarkSwitch() {
  const translate = useTranslate()
  const { dark } = useSnapshot(theme)
  const name = translate(dark ? '@shell.light' : '@shell.dark')
  return (
    <button
      type="button"
      className="loam-icon-button"
      aria-label={name}
      title={name}
      onClick={() => void chooseTheme({ dark: !dark })}
    >
      <Icon name={dark ? 'Sun' : 'Moon'} />
    </button>
  )
}

function FullScreen() {
  const translate = useTranslate()
  const host = useHost()
  const [full, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = async () => {
    const refuse = () => host.toast('warning', host.text('@shell.fullScreenUnsupported'))
    if (!document.fullscreenEnabled) return refuse()
    const done = full ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    await done.catch(refuse)
  }
  const name = translate(full ? '@shell.leaveFullScreen' : '@shell.fullScreen')
  return (
    <button
      type="button"
      className="loam-icon-button"
      aria-label={name}
      title={name}
      onClick={() => void toggle()}
    >
      {full ? <IconFullscreenExit /> : <IconFullscreen />}
    </button>
  )
}

function Gear({ onOpen }: { readonly onOpen: () => void }) {
  const translate = useTranslate()
  return (
    <button
      type="button"
      className="loam-icon-button"
      aria-label={translate('@shell.settings')}
      title={translate('@shell.settings')}
      aria-haspopup="dialog"
      onPointerEnter={() => void importSettings()}
      onClick={onOpen}
    >
      <Icon name="Settings" />
    </button>
  )
}
