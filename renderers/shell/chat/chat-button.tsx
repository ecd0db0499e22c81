import { IconMessage } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { CountBadge } from '../messages/count-badge'
import { NOTICE_DURATION } from '../messages/notice'
import { unreadOf } from './chat'
import { shownContent } from './content'

const importDrawer = () => import('./chat-drawer')
const ChatDrawer = lazy(async () => (await importDrawer()).ChatDrawer)

/** How much has been said and not read; opens the chat. */
export function ChatButton() {
  const host = useHost()
  const { live, chat } = useLive()
  const { unread } = useSnapshot(chat.conversations.state)
  const [open, setOpen] = useState(false)
  const total = unreadOf(unread)
  useEffect(
    () =>
      live.on('receiveMessage', (frame) => {
        // While the chat is open it shows what comes by itself.
        if (open || live.state !== 'open') return
        const message = shownContent(frame.messageType, frame.formMessage, host)
        host.toast('info', host.text('@chat.arrived', { name: frame.realName, message }), NOTICE_DURATION)
      }),
    [live, host, open],
  )
  return (
    <>
      <button
        type="button"
        className="loam-icon-button loam-counted"
        aria-label={total > 0 ? host.text('@chat.buttonUnread', { count: total }) : host.text('@chat.button')}
        aria-haspopup="dialog"
        title={host.text('@chat.button')}
        onPointerEnter={() => void importDrawer()}
        onClick={() => setOpen(true)}
      >
        <IconMessage />
        <CountBadge count={total} />
      </button>
      {open && (
        <LazyFallback shown={null}>
          <ChatDrawer onClose={() => setOpen(false)} />
        </LazyFallback>
      )}
    </>
  )
}
