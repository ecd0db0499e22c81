import { Button, Spin } from '@arco-design/web-react'
import { IconArrowDown } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { type UIEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { Bubble } from './bubble'
import type { Person } from './conversations'
import { OutgoingBubble } from './outgoing-bubble'
import type { Thread } from './threads'
import { TimeLine } from './time-line'

/** Pixels before the oldest at which older ones are fetched; from the newest within which one is at the end. */
const TRIGGER = 200
const AT_END = 40

/** What has been said, the newest at the foot; it stays there while the person has not scrolled away from it. */
export function MessageLog({ person }: { readonly person: Person }) {
  const host = useHost()
  const { chat } = useLive()
  const thread = useSnapshot(chat.threads.of(person.id)) as Thread
  const scroller = useRef<HTMLElement>(null)
  const { away, fresh, follow, note } = useEnd(thread, host.user.userId)
  const { messages, outgoing, state, complete } = thread
  // The box is laid out from its foot: what comes above does not move what is read.
  const scroll = (event: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
    note(-scrollTop > AT_END)
    if (scrollHeight - clientHeight + scrollTop < TRIGGER) void chat.threads.loadOlder(person.id)
  }
  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0 })
    follow()
  }
  return (
    <div className="loam-chat-log">
      <section
        ref={scroller}
        className="loam-chat-scroller"
        onScroll={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label={host.text('@chat.messages')}
      >
        <div className="loam-chat-content" role="log" aria-relevant="additions">
          <Beginning
            state={state}
            complete={complete}
            isEmpty={messages.length + outgoing.length === 0}
            onRetry={() => void chat.threads.load(person.id)}
          />
          <ol className="loam-chat-bubbles">
            {messages.map((message, index) => (
              <li key={message.id}>
                <TimeLine time={message.sendTime} after={messages[index - 1]?.sendTime} />
                <Bubble message={message} person={person} />
              </li>
            ))}
            {outgoing.map((one) => (
              <li key={`out-${one.key}`}>
                <OutgoingBubble
                  outgoing={one}
                  onRetry={() => chat.threads.retry(person.id, one.key)}
                  onDiscard={() => chat.threads.discard(person.id, one.key)}
                />
              </li>
            ))}
          </ol>
        </div>
      </section>
      {away && fresh > 0 && (
        <Button className="loam-chat-fresh" size="small" icon={<IconArrowDown />} onClick={toEnd}>
          {host.text('@chat.fresh', { count: fresh })}
        </Button>
      )}
    </div>
  )
}

function Beginning({
  state,
  complete,
  isEmpty,
  onRetry,
}: Pick<Thread, 'state' | 'complete'> & { readonly isEmpty: boolean; readonly onRetry: () => void }) {
  const host = useHost()
  if (state === 'failed')
    return (
      <p role="alert" className="loam-chat-note">
        {host.text('@chat.failed')}
        <Button size="small" onClick={onRetry}>
          {host.text('@common.retry')}
        </Button>
      </p>
    )
  if (state === 'loading' || state === 'idle') return <Spin className="loam-chat-wait" delay={200} />
  if (isEmpty) return <p className="loam-chat-note">{host.text('@chat.begin')}</p>
  return complete ? <p className="loam-chat-note">{host.text('@chat.beginning')}</p> : null
}

/** Whether the person has scrolled away from the end, and what has been said there since. */
function useEnd({ messages }: Thread, self: string) {
  const [away, setAway] = useState(false)
  const [fresh, setFresh] = useState(0)
  const newest = messages.at(-1)
  const known = useRef(newest?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another newest message is news.
  useEffect(() => {
    const before = known.current
    known.current = newest?.id
    if (!away || before === undefined || newest === undefined || newest.sendUserId === self) return
    const more = messages.filter(({ id, sendUserId }) => id > before && sendUserId !== self).length
    setFresh((count) => count + more)
  }, [newest?.id])
  const note = (isAway: boolean) => {
    setAway(isAway)
    if (!isAway) setFresh(0)
  }
  return { away, fresh, note, follow: () => note(false) }
}
