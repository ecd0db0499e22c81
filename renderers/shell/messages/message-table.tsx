import { PHONE, useMedia } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import type { Message, MessageType } from './message'
import { MessageItem, typeName } from './message-list'

interface MessageTableProps {
  readonly messages: readonly Message[]
  readonly types: readonly MessageType[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onOpen: (message: Message) => void
}

/** Messages in rows; on a phone each is two lines. */
export function MessageTable(props: MessageTableProps) {
  const phone = useMedia(PHONE)
  if (props.messages.length === 0) return null
  return phone ? <Cards {...props} /> : <Rows {...props} />
}

function Rows(props: MessageTableProps) {
  const host = useHost()
  const { messages, types, chosen, onChoose, onOpen } = props
  const all = messages.every(({ id }) => chosen.has(id))
  return (
    <table className="loam-message-rows">
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label={host.text('@messages.chooseAll')}
              checked={all}
              onChange={() => onChoose(new Set(all ? [] : messages.map(({ id }) => id)))}
            />
          </th>
          {['messageTitle', 'type', 'sender', 'time', 'state'].map((name) => (
            <th key={name} scope="col">
              {host.text(`@messages.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => (
          <tr key={message.id} data-unread={message.isRead === 0 || undefined}>
            <td>
              <Choice message={message} {...props} />
            </td>
            <td>
              <button
                type="button"
                className="loam-message-open"
                title={message.title}
                onClick={() => onOpen(message)}
              >
                {message.title}
              </button>
            </td>
            <td>{typeName(message, types)}</td>
            <td>{message.releaseUser}</td>
            <td>
              <time dateTime={new Date(message.releaseTime).toISOString()}>
                {formatDate(message.releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
              </time>
            </td>
            <td>
              <State message={message} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards(props: MessageTableProps) {
  return (
    <ul className="loam-message-cards">
      {props.messages.map((message) => (
        <li key={message.id} className="loam-message-card">
          <Choice message={message} {...props} />
          <MessageItem message={message} types={props.types} onOpen={() => props.onOpen(message)} />
        </li>
      ))}
    </ul>
  )
}

function Choice({ message, chosen, onChoose }: MessageTableProps & { readonly message: Message }) {
  const host = useHost()
  const flip = () => {
    const next = new Set(chosen)
    if (!next.delete(message.id)) next.add(message.id)
    onChoose(next)
  }
  return (
    <label className="loam-message-choice">
      <input
        type="checkbox"
        aria-label={host.text('@messages.choose', { title: message.title })}
        checked={chosen.has(message.id)}
        onChange={flip}
      />
    </label>
  )
}

function State({ message }: { readonly message: Message }) {
  const host = useHost()
  const isUnread = message.isRead === 0
  return (
    <span className="loam-message-state" data-unread={isUnread || undefined}>
      {isUnread && <span className="loam-message-dot" aria-hidden="true" />}
      {host.text(isUnread ? '@messages.unread' : '@messages.read')}
    </span>
  )
}
