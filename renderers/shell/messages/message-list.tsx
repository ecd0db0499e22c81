import { Button, Empty, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import type { ReactNode } from 'react'
import type { Pages } from '../use-pages'
import type { Message, MessageType } from './message'
import { relativeTime } from './relative-time'

interface MessageListProps {
  readonly pages: Pages<Message>
  readonly types: readonly MessageType[]
  readonly onOpen: (message: Message) => void
  /** Said where there is no message. */
  readonly empty: ReactNode
}

/** Messages below each other; more come as it is scrolled. */
export function MessageList({ pages, types, onOpen, empty }: MessageListProps) {
  const host = useHost()
  const { list, state, complete } = pages
  return (
    <section
      className="loam-message-list"
      aria-label={host.text('@messages.title')}
      aria-busy={state === 'loading'}
      onScroll={pages.onScroll}
    >
      <ul>
        {list.map((message) => (
          <li key={message.id}>
            <MessageItem message={message} types={types} onOpen={() => onOpen(message)} />
          </li>
        ))}
      </ul>
      {list.length === 0 && complete && <Empty description={empty} />}
      {state === 'loading' && (
        <Spin delay={list.length === 0 ? 200 : 0} tip={host.text('@messages.loading')} />
      )}
      {state === 'failed' && (
        <p role="alert" className="loam-message-failed">
          {host.text('@messages.failed')}
          <Button size="small" onClick={list.length === 0 ? pages.reload : pages.more}>
            {host.text('@common.retry')}
          </Button>
        </p>
      )}
      {complete && state === 'ready' && list.length > 0 && (
        <p className="loam-message-end">{host.text('@messages.end')}</p>
      )}
    </section>
  )
}

/** One message: what it is, from whom, and how long ago. */
export function MessageItem({
  message,
  types,
  onOpen,
}: {
  readonly message: Message
  readonly types: readonly MessageType[]
  readonly onOpen: () => void
}) {
  const host = useHost()
  const zone = host.timeZone ?? null
  const isUnread = message.isRead === 0
  return (
    <button type="button" className="loam-message" data-unread={isUnread || undefined} onClick={onOpen}>
      <span className="loam-message-line">
        {isUnread && (
          <span className="loam-message-dot" role="img" aria-label={host.text('@messages.unread')} />
        )}
        <span className="loam-message-title" title={message.title}>
          {message.title}
        </span>
      </span>
      <span className="loam-message-line loam-message-note">
        <span className="loam-message-type">{typeName(message, types)}</span>
        <span className="loam-message-sender">{message.releaseUser}</span>
        <time
          dateTime={new Date(message.releaseTime).toISOString()}
          title={formatDate(message.releaseTime, 'yyyy-MM-dd HH:mm:ss', zone)}
        >
          {relativeTime(message.releaseTime, host.now(), zone, host)}
        </time>
      </span>
    </button>
  )
}

export function typeName({ type }: Pick<Message, 'type'>, types: readonly MessageType[]): string {
  return types.find((known) => known.type === type)?.name ?? ''
}
