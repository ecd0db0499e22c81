import { Button, Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Switch/style/css.js'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { usePages } from '../use-pages'
import {
  fetchMessages,
  MESSAGE_PAGE,
  MESSAGE_TRIGGER,
  type Message,
  type MessageFilter,
  readAll,
  useMessageTypes,
} from './message'
import { MessageDetailDialog } from './message-detail'
import { KeywordFilter, TypeFilter } from './message-filters'
import { MessageList } from './message-list'
import './messages.css'

/** Of the shell's drawers (`spec/shell-and-monitoring.md §9`). */
const WIDTH = '280px'

/** The person's messages at the right of the screen (`spec/shell-and-monitoring.md §2.3`): the unread ones at first. */
export function MessageDrawer({ onClose }: { readonly onClose: () => void }) {
  const host = useHost()
  const types = useMessageTypes(host)
  const [filter, setFilter] = useState<MessageFilter>({ keyword: '', type: null, isRead: 0 })
  const [opened, setOpened] = useState<Message | null>(null)
  const load = useCallback(
    (currentPage: number, signal: AbortSignal) =>
      fetchMessages(host, filter, { currentPage, pageSize: MESSAGE_PAGE }, signal),
    [host, filter],
  )
  const pages = usePages(load, MESSAGE_TRIGGER)
  useReloadOnNews(pages.reload)
  const change = (next: Partial<MessageFilter>) => setFilter({ ...filter, ...next })
  const markAll = async () => {
    try {
      if (await readAll(host, filter)) pages.reload()
    } catch (error) {
      host.toast('error', (error as Error).message)
    }
  }
  return (
    <Popup
      mode="drawer"
      className="loam-messages"
      width={WIDTH}
      title={host.text('@messages.title')}
      action={<MoreLink onFollow={onClose} />}
      visible
      closesBeside
      onClose={onClose}
      footer={
        <Button onClick={() => void markAll()} disabled={pages.list.every(({ isRead }) => isRead === 1)}>
          {host.text('@messages.readAll')}
        </Button>
      }
    >
      <div className="loam-message-filters">
        <KeywordFilter filter={filter} onChange={change} />
        <div className="loam-message-narrow">
          <TypeFilter filter={filter} types={types} onChange={change} />
          <UnreadSwitch filter={filter} onChange={change} />
        </div>
      </div>
      <MessageList
        pages={pages}
        types={types}
        onOpen={setOpened}
        empty={<Nothing filter={filter} onShowAll={() => change({ isRead: null })} />}
      />
      {opened && (
        <MessageDetailDialog
          message={opened}
          types={types}
          onClose={() => setOpened(null)}
          onLeave={onClose}
        />
      )}
    </Popup>
  )
}

/** Loads again whenever something has come, been read or been deleted, here or on another device. */
export function useReloadOnNews(reload: () => void): void {
  const { unread } = useLive()
  const { version } = useSnapshot(unread)
  const known = useRef(version)
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (known.current === version) return
    known.current = version
    latest.current()
  }, [version])
}

function MoreLink({ onFollow }: { readonly onFollow: () => void }) {
  const host = useHost()
  return (
    <a
      className="loam-message-more"
      href="/messageRecord"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onFollow()
        host.navigate('/messageRecord')
      }}
    >
      {host.text('@messages.more')}
    </a>
  )
}

function UnreadSwitch({
  filter,
  onChange,
}: {
  readonly filter: MessageFilter
  readonly onChange: (change: Partial<MessageFilter>) => void
}) {
  const host = useHost()
  const id = useId()
  return (
    <span className="loam-message-switch">
      <span id={id}>{host.text('@messages.unreadOnly')}</span>
      <Switch
        size="small"
        aria-labelledby={id}
        checked={filter.isRead === 0}
        onChange={(isOn) => onChange({ isRead: isOn ? 0 : null })}
      />
    </span>
  )
}

/** What there is none of, and how to see what there is. */
function Nothing({ filter, onShowAll }: { readonly filter: MessageFilter; readonly onShowAll: () => void }) {
  const host = useHost()
  if (filter.keyword !== '' || filter.type !== null) return <>{host.text('@messages.noneFound')}</>
  if (filter.isRead === null) return <>{host.text('@messages.none')}</>
  return (
    <>
      <p>{host.text('@messages.noneUnread')}</p>
      <Button type="text" size="small" onClick={onShowAll}>
        {host.text('@messages.showAll')}
      </Button>
    </>
  )
}
