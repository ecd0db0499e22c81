import { IconFullscreen, IconFullscreenExit } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { AlarmPlace } from '../alarms'
import { ChatButton } from '../chat'
import { MessageBell } from '../messages'
import { SystemDrawer } from '../places'
import type { SignedIn } from '../sign-in/session'
import { theme } from '../theme'
import { useSay } from '../use-say'
import { LanguageMenu, SizeMenu } from './choice-menus'
import { chooseLook } from './preferences'
import { settings } from './settings'
import { UserMenu } from './user-menu'

const importSettings = () => import('./settings-drawer')
const SettingsDrawer = onUse(async () => (await importSettings()).SettingsDrawer)

/** What stands at the right of the top bar (`spec/shell-and-monitoring.md §2.3`); a phone keeps what is looked at often. */
export function TopTools({ signedIn, narrow }: { readonly signedIn: SignedIn; readonly narrow: boolean }) {
  const { showLanguage } = useSnapshot(settings)
  return (
    <div className="loam-tools">
      <AlarmPlace signedIn={signedIn} />
      <MessageBell />
      <ChatButton />
      <SystemSwitch signedIn={signedIn} />
      {!narrow && <FullScreen />}
      {!narrow && showLanguage && <LanguageMenu />}
      {!narrow && <SizeMenu />}
      {!narrow && <DarkSwitch />}
      <UserMenu signedIn={signedIn} />
      <Gear />
    </div>
  )
}

/** Only for who belongs to more than one system (`spec/shell-and-monitoring.md §2.3`). */
function SystemSwitch({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const systems = signedIn.user['systemIds'] as readonly unknown[] | undefined
  if ((systems?.length ?? 0) < 2) return null
  return (
    <>
      <button
        type="button"
        className="loam-icon-button"
        aria-label={say('@shell.switchSystem')}
        title={say('@shell.switchSystem')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="Apps" />
      </button>
      {open && (
        <Meanwhile shown={null}>
          <SystemDrawer signedIn={signedIn} onClose={() => setOpen(false)} />
        </Meanwhile>
      )}
    </>
  )
}

function DarkSwitch() {
  const say = useSay()
  const { dark } = useSnapshot(theme)
  const name = say(dark ? '@shell.light' : '@shell.dark')
  return (
    <button
      type="button"
      className="loam-icon-button"
      aria-label={name}
      title={name}
      onClick={() => void chooseLook({ dark: !dark })}
    >
      <Icon name={dark ? 'Sun' : 'Moon'} />
    </button>
  )
}

function FullScreen() {
  const say = useSay()
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
  const name = say(full ? '@shell.leaveFullScreen' : '@shell.fullScreen')
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

function Gear() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="loam-icon-button"
        aria-label={say('@shell.settings')}
        title={say('@shell.settings')}
        aria-haspopup="dialog"
        onPointerEnter={() => void importSettings()}
        onClick={() => setOpen(true)}
      >
        <Icon name="Settings" />
      </button>
      {open && (
        <Meanwhile shown={null}>
          <SettingsDrawer onClose={() => setOpen(false)} />
        </Meanwhile>
      )}
    </>
  )
}
