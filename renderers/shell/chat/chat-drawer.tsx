import { Popup, useMedia } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { useEffect, useState } from 'react'
import { useLive, useLiveState } from '../live'
import './chat.css'
import { ChatWindow } from './chat-window'
import type { Person } from './conversations'
import { PeoplePane } from './people-pane'

/** Of the shell's drawers (`spec/shell-and-monitoring.md §9`); of the drawer with a conversation beside its list. */
const LIST_WIDTH = '280px'
const BOTH_WIDTH = '840px'
/** Where both do not stand side by side, the conversation stands in the list's place. */
const NARROW = '(width < 840px)'

/** Conversations and contacts at the right of the screen, and the conversation that is open. */
export function ChatDrawer({ onClose }: { readonly onClose: () => void }) {
  const host = useHost()
  const narrow = useMedia(NARROW)
  const { chat } = useLive()
  const [person, setPerson] = useState<Person | null>(null)
  useEffect(() => {
    void chat.conversations.load()
  }, [chat])
  useEffect(() => {
    chat.view(person?.id ?? null)
    return () => chat.view(null)
  }, [chat, person?.id])
  const left = (id: string) => {
    if (person?.id === id) setPerson(null)
  }
  return (
    <Popup
      mode="drawer"
      className="loam-chat-drawer"
      width={person && !narrow ? BOTH_WIDTH : LIST_WIDTH}
      title={host.text('@chat.title')}
      visible
      closesBeside
      onClose={onClose}
    >
      <Connection />
      <div className="loam-chat" data-open={person !== null || undefined} data-narrow={narrow || undefined}>
        {person && (
          <ChatWindow key={person.id} person={person} {...(narrow && { onBack: () => setPerson(null) })} />
        )}
        {!(narrow && person) && <PeoplePane chosen={person?.id ?? null} onOpen={setPerson} onLeft={left} />}
      </div>
    </Popup>
  )
}

/** Says when what is shown is not live. */
function Connection() {
  const host = useHost()
  const state = useLiveState()
  if (state === 'open') return null
  return (
    <p className="loam-chat-connection" role="status">
      {host.text(state === 'closed' ? '@chat.closed' : '@chat.reconnecting')}
    </p>
  )
}
