import { Button, Empty, Pagination, Select, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Pagination/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { repairPager, useAriaRepair } from '@renderers/aria-repair'
import { PHONE, useMedia } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { useCallback, useRef, useState } from 'react'
import type { Message, MessageFilter } from './message'
import { readAll, useMessageTypes } from './message'
import { MessageDetailDialog } from './message-detail'
import { useReloadOnNews } from './message-drawer'
import { KeywordFilter, TypeFilter } from './message-filters'
import { MessageTable } from './message-table'
import './messages.css'
import { useMessagePage } from './use-message-page'

const SIZES = [20, 50, 100]
const ANY = 'any'

/** All messages of the signed-in person, read ones too (`spec/shell-and-monitoring.md §2.1`). */
export function MessageRecordPage() {
  const host = useHost()
  const types = useMessageTypes(host)
  const page = useMessagePage(host)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<Message | null>(null)
  useReloadOnNews(page.reload)
  const change = (next: Partial<MessageFilter>) => {
    setChosen(new Set())
    page.filterBy(next)
  }
  /** Does something, says why it could not, and shows what there is now. */
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      setChosen(new Set())
    } catch (error) {
      host.toast('error', (error as Error).message)
    }
    page.reload()
  }
  return (
    <section className="loam-message-page" aria-labelledby="loam-message-page-title">
      <header>
        <h1 id="loam-message-page-title">{host.text('@messages.title')}</h1>
        <Acts messages={page.list} chosen={chosen} filter={page.filter} act={act} />
      </header>
      <search className="loam-message-search">
        <KeywordFilter filter={page.filter} onChange={change} />
        <TypeFilter filter={page.filter} types={types} onChange={change} />
        <StateFilter filter={page.filter} onChange={change} />
      </search>
      <div className="loam-message-table" aria-busy={page.state === 'loading'}>
        <MessageTable
          messages={page.list}
          types={types}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={setOpened}
        />
        {page.state === 'loading' && page.list.length === 0 && <Spin delay={200} />}
        {page.state === 'ready' && page.list.length === 0 && (
          <Empty description={host.text(page.isFiltered ? '@messages.noneFound' : '@messages.none')} />
        )}
        {page.state === 'failed' && (
          <p role="alert" className="loam-message-failed">
            {host.text('@messages.failed')}
            <Button size="small" onClick={page.reload}>
              {host.text('@common.retry')}
            </Button>
          </p>
        )}
      </div>
      <Foot page={page} />
      {opened && (
        <MessageDetailDialog
          message={opened}
          types={types}
          onClose={() => setOpened(null)}
          onLeave={() => undefined}
        />
      )}
    </section>
  )
}

interface ActsProps {
  readonly messages: readonly Message[]
  readonly chosen: ReadonlySet<string>
  readonly filter: MessageFilter
  readonly act: (work: () => Promise<unknown>) => Promise<void>
}

function Acts({ messages, chosen, filter, act }: ActsProps) {
  const host = useHost()
  const unread = messages.filter(({ id, isRead }) => chosen.has(id) && isRead === 0)
  const readChosen = () => Promise.all(unread.map(({ id }) => host.call('message.read', { id })))
  const removeChosen = async () => {
    const text = host.text('@messages.deleteQuestion', { count: chosen.size })
    if (!(await host.confirm({ text, danger: true }))) return
    const { msg } = await host.call('message.delete', { ids: [...chosen] })
    host.toast('success', msg)
  }
  return (
    <div className="loam-message-acts">
      {chosen.size > 0 && <span role="status">{host.text('@messages.chosen', { count: chosen.size })}</span>}
      <Button disabled={unread.length === 0} onClick={() => void act(readChosen)}>
        {host.text('@messages.readChosen')}
      </Button>
      <Button disabled={chosen.size === 0} status="danger" onClick={() => void act(removeChosen)}>
        {host.text('@common.delete')}
      </Button>
      <Button type="primary" onClick={() => void act(() => readAll(host, filter))}>
        {host.text('@messages.readAll')}
      </Button>
    </div>
  )
}

function StateFilter({
  filter,
  onChange,
}: {
  readonly filter: MessageFilter
  readonly onChange: (change: Partial<MessageFilter>) => void
}) {
  const host = useHost()
  return (
    <Select
      value={filter.isRead ?? ANY}
      aria-label={host.text('@messages.state')}
      onChange={(value) => onChange({ isRead: value === ANY ? null : value })}
    >
      <Select.Option value={ANY}>{host.text('@messages.allStates')}</Select.Option>
      <Select.Option value={0}>{host.text('@messages.unread')}</Select.Option>
      <Select.Option value={1}>{host.text('@messages.read')}</Select.Option>
    </Select>
  )
}

function Foot({ page }: { readonly page: ReturnType<typeof useMessagePage> }) {
  const host = useHost()
  const phone = useMedia(PHONE)
  const place = useRef<HTMLDivElement>(null)
  const label = host.text('@messages.page')
  const repair = useCallback(
    (pager: HTMLElement) => {
      repairPager(pager)
      // The field of a phone's pager has no words beside it.
      pager.querySelector('.arco-pagination-jumper-input')?.setAttribute('aria-label', label)
    },
    [label],
  )
  useAriaRepair(place, repair)
  return (
    <div ref={place} className="loam-message-foot">
      <span>{host.text('@messages.total', { count: page.total })}</span>
      <Pagination
        size={phone ? 'default' : 'small'}
        simple={phone}
        current={page.currentPage}
        pageSize={page.pageSize}
        total={page.total}
        sizeOptions={SIZES}
        sizeCanChange={!phone}
        onChange={page.goTo}
      />
    </div>
  )
}
