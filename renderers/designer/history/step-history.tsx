import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { formatDate } from '@runtime/date'
import type { DesignSession } from '@runtime/design/session'
import type { CallAnswer } from '@services/client'
import { useCallback, useEffect, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import './step-history.css'
import { stepWords } from './step-words'

const MOMENT = 'yyyy-MM-dd HH:mm:ss'

type Page = CallAnswer<'visualDevelopment.steps'>['data']

interface StepHistoryProps {
  readonly session: DesignSession
  readonly onClose: () => void
}

/** Who did what to the draft, the latest first. */
export function StepHistory({ session, onClose }: StepHistoryProps) {
  const host = useHost()
  const [list, setList] = useState<Page['list']>([])
  const [hasMore, setMore] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const last = list.at(-1)?.number
  const load = useCallback(
    async (before?: number) => {
      setLoading(true)
      try {
        const input = { id: session.id, pageSize: 50, ...(before !== undefined && { before }) }
        const page = (await host.call('visualDevelopment.steps', input)).data as Page
        setList((known) => [...known, ...page.list])
        setMore(page.hasMore)
        setFailure(null)
      } catch (error) {
        setFailure(error instanceof Error ? error.message : String(error))
      }
      setLoading(false)
    },
    [host, session],
  )
  useEffect(() => void load(), [load])
  const isEmpty = list.length === 0 && !isLoading && failure === null
  return (
    <Popup
      mode="drawer"
      visible
      width="420px"
      title={host.text('@design.history')}
      closesBeside
      onClose={onClose}
    >
      <ol className="loam-design-history">
        {list.map((step) => (
          <li key={step.number}>
            <span>{stepWords(step, session, host)}</span>
            <small>
              {step.userName} · {formatDate(step.creatorTime, MOMENT, host.timeZone ?? null)}
            </small>
          </li>
        ))}
      </ol>
      {isEmpty && <p className="loam-design-history-none">{host.text('@design.noHistory')}</p>}
      {failure !== null && <ErrorNote message={failure} retry={() => void load(last)} />}
      {hasMore && failure === null && (
        <Button long loading={isLoading} onClick={() => void load(last)}>
          {host.text('@design.earlier')}
        </Button>
      )}
    </Popup>
  )
}
