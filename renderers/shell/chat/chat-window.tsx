import { Button } from '@arco-design/web-react'
import { IconArrowLeft, IconHistory } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { Avatar, nameOf } from './avatar'
import { Composer } from './composer'
import type { Person } from './conversations'
import { History } from './history'
import { MessageLog } from './message-log'

/** The conversation with one person. */
export function ChatWindow({
  person,
  onBack,
}: {
  readonly person: Person
  /** Where it stands in the list's place: leads back to it. */
  readonly onBack?: () => void
}) {
  const host = useHost()
  const { chat } = useLive()
  const { online } = useSnapshot(chat.conversations.state)
  const [searching, setSearching] = useState(false)
  useEffect(() => {
    void chat.threads.load(person.id)
  }, [chat, person.id])
  const isOnline = online[person.id] === true
  return (
    <section className="loam-chat-window" aria-label={host.text('@chat.with', { name: nameOf(person) })}>
      <header className="loam-chat-head">
        {onBack && (
          <Button
            type="text"
            icon={<IconArrowLeft />}
            aria-label={host.text('@chat.back')}
            onClick={onBack}
          />
        )}
        <Avatar person={person} isOnline={isOnline} />
        <div className="loam-chat-item-main">
          <strong className="loam-chat-name">{nameOf(person)}</strong>
          <span className="loam-chat-latest">
            {[host.text(isOnline ? '@chat.online' : '@chat.offline'), person.department]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </div>
        <Button
          type="text"
          icon={<IconHistory />}
          aria-label={host.text('@chat.history')}
          title={host.text('@chat.history')}
          aria-pressed={searching}
          onClick={() => setSearching(!searching)}
        />
      </header>
      {searching ? (
        <History person={person} onClose={() => setSearching(false)} />
      ) : (
        <>
          <MessageLog person={person} />
          <Composer person={person} />
        </>
      )}
    </section>
  )
}
