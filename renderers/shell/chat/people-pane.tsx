import { useHost } from '@renderers/host'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ContactList } from './contact-list'
import { ConversationList, type ConversationListProps } from './conversation-list'

const TABS = ['conversations', 'contacts'] as const
type Tab = (typeof TABS)[number]

/** With whom one talks, and with whom one may. */
export function PeoplePane(props: Omit<ConversationListProps, 'onContacts'>) {
  const host = useHost()
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<Tab>('conversations')
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = tab === 'conversations' ? 'contacts' : 'conversations'
    setTab(next)
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className="loam-chat-people">
      <div ref={tabs} className="loam-chat-tabs" role="tablist" aria-label={host.text('@chat.title')}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={press}
          >
            {host.text(`@chat.${name}`)}
          </button>
        ))}
      </div>
      <div className="loam-chat-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'conversations' ? (
          <ConversationList {...props} onContacts={() => setTab('contacts')} />
        ) : (
          <ContactList {...props} />
        )}
      </div>
    </div>
  )
}
