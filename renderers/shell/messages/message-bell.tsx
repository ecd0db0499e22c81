import { IconNotification } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { CountBadge } from './count-badge'
import { NOTICE_DURATION } from './notice'

const importDrawer = () => import('./message-drawer')
const MessageDrawer = lazy(async () => (await importDrawer()).MessageDrawer)

/** How many messages wait; opens them (`spec/shell-and-monitoring.md §2.3`). */
export function MessageBell() {
  const host = useHost()
  const { live, unread } = useLive()
  const { total, blinking } = useSnapshot(unread)
  const [open, setOpen] = useState(false)
  useEffect(
    () =>
      live.on('messagePush', ({ title }) => {
        // What was missed comes all at once: the badge tells of it.
        if (live.state !== 'open') return
        host.toast('info', host.text('@messages.arrived', { title }), NOTICE_DURATION)
      }),
    [live, host],
  )
  const show = () => {
    unread.blinking = false
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className="loam-icon-button loam-counted"
        aria-label={
          total > 0 ? host.text('@messages.bellUnread', { count: total }) : host.text('@messages.bell')
        }
        aria-haspopup="dialog"
        title={host.text('@messages.bell')}
        onPointerEnter={() => void importDrawer()}
        onClick={show}
      >
        <IconNotification />
        <CountBadge count={total} blinking={blinking} />
      </button>
      {open && (
        <LazyFallback shown={null}>
          <MessageDrawer onClose={() => setOpen(false)} />
        </LazyFallback>
      )}
    </>
  )
}
