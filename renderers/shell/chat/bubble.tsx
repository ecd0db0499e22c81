import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import type { ChatContent } from '@services/client'
import { useStoredImage } from '@widgets/shared/files/use-stored-image'
import { Avatar, nameOf } from './avatar'
import { shownContent } from './content'
import type { Person } from './conversations'
import { boxOf } from './picture'
import type { ChatMessage } from './threads'

type Stored = Exclude<ChatContent, string>

/** One message: the person's own at the right, the other's at the left. */
export function Bubble({ message, person }: { readonly message: ChatMessage; readonly person: Person }) {
  const host = useHost()
  const isOwn = message.sendUserId !== person.id
  const name = isOwn ? host.text('@chat.me') : nameOf(person)
  const time = formatDate(message.sendTime, 'yyyy-MM-dd HH:mm:ss', host.timeZone ?? null)
  return (
    <div className="loam-chat-message" data-own={isOwn || undefined}>
      {!isOwn && <Avatar person={person} />}
      <span className="loam-visually-hidden">{name}</span>
      <div className="loam-chat-bubble" data-kind={message.contentType} title={time}>
        <MessageBody message={message} />
      </div>
    </div>
  )
}

/** What a message says: its text, its picture, its voice. */
export function MessageBody({ message: { contentType, content } }: { readonly message: ChatMessage }) {
  const host = useHost()
  if (typeof content === 'string') return <span className="loam-chat-text">{content}</span>
  if (contentType === 'image') return <Picture image={content} />
  if (contentType === 'voice') return <Voice voice={content} />
  return <>{shownContent(contentType, content, host)}</>
}

function Picture({ image }: { readonly image: Stored }) {
  const host = useHost()
  const { src, failed } = useStoredImage(host, image.path)
  const file = { name: image.name, fileId: image.name, url: image.path }
  const box = boxOf(image.width, image.height)
  return (
    <button
      type="button"
      className="loam-chat-picture"
      aria-label={host.text('@chat.openImage')}
      style={box}
      onClick={() => host.files?.preview([file], 0)}
    >
      {src !== null && <img src={src} alt="" />}
      {failed && host.text('@files.broken')}
    </button>
  )
}

function Voice({ voice }: { readonly voice: Stored }) {
  const host = useHost()
  const { src, failed } = useStoredImage(host, voice.path)
  if (failed) return <>{host.text('@files.broken')}</>
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said.
    <audio controls preload="metadata" aria-label={host.text('@chat.voice')} src={src ?? undefined} />
  )
}
