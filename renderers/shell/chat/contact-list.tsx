import { Button, Empty, Input, Spin } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import type { Host } from '@runtime/host'
import type { CallAnswer } from '@services/client'
import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { usePages } from '../use-pages'
import { Avatar, nameOf } from './avatar'
import type { Person } from './conversations'

/** Contacts that are fetched at once, and pixels before the end at which the next are (`spec/shell-and-monitoring.md §9`). */
export const CONTACT_PAGE = 20
export const CONTACT_TRIGGER = 300
/** Milliseconds after the last key until it is searched. */
const TYPING_PAUSE = 300

interface ContactListProps {
  /** Whose conversation is open. */
  readonly chosen: string | null
  readonly onOpen: (person: Person) => void
}

/** Everybody one may talk to. */
export function ContactList({ chosen, onOpen }: ContactListProps) {
  const host = useHost()
  const { chat } = useLive()
  const { online } = useSnapshot(chat.conversations.state)
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setKeyword(typed.trim()), TYPING_PAUSE)
    return () => clearTimeout(pause)
  }, [typed])
  const load = useCallback(
    (currentPage: number, signal: AbortSignal) => fetchContacts(host, keyword, currentPage, signal),
    [host, keyword],
  )
  const { list, state, complete, onScroll, more } = usePages(load, CONTACT_TRIGGER)
  return (
    <>
      <div className="loam-chat-search">
        <Input
          allowClear
          maxLength={200}
          prefix={<IconSearch />}
          value={typed}
          placeholder={host.text('@chat.searchContacts')}
          aria-label={host.text('@chat.searchContacts')}
          onChange={setTyped}
          onPressEnter={() => setKeyword(typed.trim())}
        />
      </div>
      <div className="loam-chat-scroll" onScroll={onScroll} aria-busy={state === 'loading'}>
        <ul className="loam-chat-list" aria-label={host.text('@chat.contacts')}>
          {list.map((person) => (
            <li key={person.id} className="loam-chat-item" data-chosen={chosen === person.id || undefined}>
              <button type="button" className="loam-chat-open" onClick={() => onOpen(person)}>
                <Avatar person={person} isOnline={online[person.id] === true} />
                <span className="loam-chat-item-main">
                  <span className="loam-chat-name">{nameOf(person)}</span>
                  <span className="loam-chat-latest">{person.department}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {state === 'loading' && <Spin className="loam-chat-wait" delay={list.length === 0 ? 200 : 0} />}
        {complete && list.length === 0 && <Empty description={host.text('@chat.noContacts')} />}
        {state === 'failed' && (
          <p role="alert" className="loam-chat-note">
            {host.text('@chat.failed')}
            <Button size="small" onClick={more}>
              {host.text('@common.retry')}
            </Button>
          </p>
        )}
      </div>
    </>
  )
}

async function fetchContacts(host: Host, keyword: string, currentPage: number, signal: AbortSignal) {
  const input = { currentPage, pageSize: CONTACT_PAGE, ...(keyword !== '' && { keyword }) }
  const { data } = await host.call('users.imList', input, { signal })
  const { list, pagination } = data as CallAnswer<'users.imList'>['data']
  return { list: list.map(personOf), total: pagination.total }
}

/** A person of the organisation's lists; its path is told by its last unit. */
function personOf({
  id,
  fullName,
  headIcon,
  organize,
}: CallAnswer<'users.imList'>['data']['list'][number]): Person {
  return { id, realName: fullName, account: '', headIcon, department: organize.split('/').at(-1) ?? '' }
}
