import { Button, Empty, Input, Spin } from '@arco-design/web-react'
import { IconClose, IconSearch } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Input/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../live'
import { type LoadedPage, usePages } from '../use-pages'
import { nameOf } from './avatar'
import { MessageBody } from './bubble'
import type { Person } from './conversations'
import type { ChatMessage } from './threads'

/** Messages that are fetched at once (`spec/shell-and-monitoring.md §9`), and pixels before the end at which the next are. */
export const HISTORY_PAGE = 50
const TRIGGER = 300
/** Milliseconds after the last key until it is searched. */
const TYPING_PAUSE = 300

/** Everything that was said with a person, the newest first, and what of it has a word in it. */
export function History({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const host = useHost()
  const { live } = useLive()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setKeyword(typed.trim()), TYPING_PAUSE)
    return () => clearTimeout(pause)
  }, [typed])
  const load = useCallback(
    async (currentPage: number): Promise<LoadedPage<ChatMessage>> => {
      const { list, pagination } = await live.history({
        toUserId: person.id,
        formUserId: host.user.userId,
        currentPage,
        pageSize: HISTORY_PAGE,
        sord: 'desc',
        keyword,
      })
      return { list, total: pagination.total }
    },
    [live, person.id, host.user.userId, keyword],
  )
  const { list, state, complete, onScroll, more } = usePages(load, TRIGGER)
  return (
    <section className="loam-chat-history" aria-label={host.text('@chat.history')}>
      <div className="loam-chat-search">
        <Input
          autoFocus
          allowClear
          maxLength={200}
          prefix={<IconSearch />}
          value={typed}
          placeholder={host.text('@chat.searchHistory')}
          aria-label={host.text('@chat.searchHistory')}
          onChange={setTyped}
          onPressEnter={() => setKeyword(typed.trim())}
        />
        <Button
          type="text"
          icon={<IconClose />}
          aria-label={host.text('@chat.closeHistory')}
          onClick={onClose}
        />
      </div>
      <section
        className="loam-chat-scroll"
        onScroll={onScroll}
        aria-busy={state === 'loading'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        tabIndex={0}
        aria-label={host.text('@chat.messages')}
      >
        <ol className="loam-chat-found">
          {list.map((message) => (
            <li key={message.id}>
              <p className="loam-chat-line">
                <span className="loam-chat-name">
                  {message.sendUserId === person.id ? nameOf(person) : host.text('@chat.me')}
                </span>
                <time dateTime={new Date(message.sendTime).toISOString()}>
                  {formatDate(message.sendTime, 'yyyy-MM-dd HH:mm:ss', host.timeZone ?? null)}
                </time>
              </p>
              <MessageBody message={message} />
            </li>
          ))}
        </ol>
        {state === 'loading' && <Spin className="loam-chat-wait" delay={list.length === 0 ? 200 : 0} />}
        {complete && list.length === 0 && (
          <Empty description={host.text(keyword === '' ? '@chat.begin' : '@chat.noneFound')} />
        )}
        {state === 'failed' && (
          <p role="alert" className="loam-chat-note">
            {host.text('@chat.failed')}
            <Button size="small" onClick={more}>
              {host.text('@common.retry')}
            </Button>
          </p>
        )}
      </section>
    </section>
  )
}
