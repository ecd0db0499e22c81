import type { Host } from '@runtime/host'
import type { ChatContent } from '@services/client'

/** What has been said, in one line: a picture and a voice by their kind. */
export function shownContent(
  kind: 'text' | 'image' | 'voice' | 'video',
  content: ChatContent,
  host: Pick<Host, 'text'>,
): string {
  if (kind === 'text' && typeof content === 'string') return content
  if (kind === 'image') return host.text('@chat.image')
  return host.text(kind === 'video' ? '@chat.video' : '@chat.voice')
}
