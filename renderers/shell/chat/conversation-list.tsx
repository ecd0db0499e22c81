import { Button, Empty, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { CountBadge } from '../messages/count-badge'
import { relativeTime } from '../messages/relative-time'
import { Avatar, nameOf } from './avatar'
import { shownContent } from './content'
import { ConversationMenu } from './conversation-menu'
import type { Conversation, Person } from './conversations'

export interface ConversationListProps {
  /** Whose conversation is open. */
  readonly chosen: string | null
  readonly onOpen: (person: Person) => void
  /** A conversation has been taken off the list. */
  readonly onLeft: (id: string) => void
  readonly onContacts: () => void
}

/** The conversations, the latest first. */
export function ConversationList(props: ConversationListProps) {
  const host = useHost()
  const { chat } = useLive()
  const { list, state } = useSnapshot(chat.conversations.state)
  if (state === 'failed')
    return (
      <p role="alert" className="loam-chat-note">
        {host.text('@chat.failed')}
        <Button size="small" onClick={() => void chat.conversations.load()}>
          {host.text('@common.retry')}
        </Button>
      </p>
    )
  if (state !== 'ready') return <Spin className="loam-chat-wait" delay={200} />
  if (list.length === 0)
    return (
      <div className="loam-chat-note">
        <Empty description={host.text('@chat.none')} />
        <Button type="primary" onClick={props.onContacts}>
          {host.text('@chat.toContacts')}
        </Button>
      </div>
    )
  return (
    <ul className="loam-chat-list" aria-label={host.text('@chat.conversations')}>
      {list.map((conversation) => (
        <ConversationItem key={conversation.id} conversation={conversation} {...props} />
      ))}
    </ul>
  )
}

function ConversationItem({
  conversation,
  chosen,
  onOpen,
  onLeft,
}: Omit<ConversationListProps, 'onContacts'> & { readonly conversation: Conversation }) {
  const host = useHost()
  const { chat } = useLive()
  const { unread, online } = useSnapshot(chat.conversations.state)
  const [menuOpen, setMenuOpen] = useState(false)
  const { id, latestDate } = conversation
  const count = unread[id] ?? 0
  const name = nameOf(conversation)
  return (
    // A second way to the menu of the button below.
    <li
      className="loam-chat-item"
      data-chosen={chosen === id || undefined}
      onContextMenu={(event) => {
        event.preventDefault()
        setMenuOpen(true)
      }}
    >
      <button
        type="button"
        className="loam-chat-open"
        aria-current={chosen === id || undefined}
        onClick={() => onOpen(conversation)}
      >
        <Avatar person={conversation} isOnline={online[id] === true} />
        <span className="loam-chat-item-main">
          <span className="loam-chat-line">
            <span className="loam-chat-name">{name}</span>
            <time dateTime={new Date(latestDate).toISOString()}>
              {relativeTime(latestDate, host.now(), host.timeZone ?? null, host)}
            </time>
          </span>
          <span className="loam-chat-line">
            <span className="loam-chat-latest">{latestOf(conversation, host)}</span>
            {count > 0 && (
              <span className="loam-visually-hidden">{host.text('@chat.unreadCount', { count })}</span>
            )}
            <CountBadge count={count} />
          </span>
        </span>
      </button>
      <ConversationMenu
        person={conversation}
        open={menuOpen}
        onOpenChange={setMenuOpen}
        onRemoved={() => onLeft(id)}
      />
    </li>
  )
}

function latestOf(
  { messageType, latestMessage }: Conversation,
  host: Parameters<typeof shownContent>[2],
): string {
  return latestMessage === '' ? '' : shownContent(messageType, latestMessage, host)
}
