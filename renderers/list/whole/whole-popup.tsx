import { Button, Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Progress/style/css.js'
import { formatDate } from '@runtime/date'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { sheetWidth } from '@runtime/print'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useFetched } from '../../detail'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { grouped } from '../cell'
import { FailedPlace } from '../notices'
import { useListScope } from '../scope'
import type { ListQuery, ListSource } from '../source'
import { copyWhole } from './copy-rows'
import { filterText } from './filter-text'
import type { TakenRows } from './taken-rows'
import { paperOf, SHEET } from './whole-paper'
import './whole.css'
import { wholeRows } from './whole-rows'
import { wholeTable } from './whole-table'

export interface WholePopupProps {
  readonly plan: ListPlan
  readonly source: ListSource
  readonly query: ListQuery
  /** The columns that are shown, in their order. */
  readonly columns: readonly ColumnPlan[]
  readonly title: string
  /** The rows, where they are known; null: all that matches. */
  readonly taken: TakenRows | null
  /** Whether the list can be exported: there are no rows too many for that. */
  readonly exported: boolean
  readonly onClose: () => void
}

/** Rows of a list, or all that match, as one table on paper's own white: to be copied or printed. */
export function WholePopup({
  plan,
  source,
  query,
  columns,
  title,
  taken,
  exported,
  onClose,
}: WholePopupProps) {
  const host = useHost()
  const scope = useListScope()
  const name = taken
    ? host.text(`@list.print${taken.kind}`, { count: grouped(taken.rows.count) })
    : host.text('@list.whole')
  const [progress, setProgress] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  // What was asked for when it was opened: the list behind it may go on.
  const [asked] = useState({ query, columns })
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      taken?.rows ??
      wholeRows({
        ...{ source, query: asked.query, paged: plan.paging !== null, host, signal },
        onProgress: setProgress,
      }),
    [taken, source, asked, plan, host],
  )
  const { value: whole, error, retry } = useFetched(fetch)
  const table = useMemo(
    () => whole && wholeTable(whole, asked.columns, plan, { scope, host }),
    [whole, asked, plan, scope, host],
  )
  const cut = whole?.isCut
    ? host.text(exported ? '@list.wholeCutExported' : '@list.wholeCut', { count: grouped(whole.count) })
    : null
  const paper = useMemo(() => {
    if (!whole || !table) return null
    const filter = filterText(plan, asked.query, host)
    const kind = taken?.kind ?? 'All'
    const count = host.text(`@list.count${kind}`, {
      count: grouped(whole.count),
      page: asked.query.currentPage,
    })
    const now = formatDate(Date.now(), 'yyyy-MM-dd HH:mm', host.timeZone ?? null)
    const notes = [
      [count, now, host.user.userName].join(' · '),
      ...(filter === null || kind === 'Chosen' ? [] : [host.text('@list.searchedBy', { text: filter })]),
      ...(cut === null ? [] : [cut]),
    ]
    return paperOf(table, title, notes)
  }, [whole, table, plan, asked, taken, cut, host, title])
  const copy = () => whole && table && copyWhole(table, whole.count, host)
  const print = () => {
    if (host.isTrial) return host.toast('warning', host.text('@print.notInPreview'))
    const sheet = frame.current?.contentWindow
    sheet?.focus()
    sheet?.print()
  }
  return (
    <Popup
      mode="fullScreen"
      width="100%"
      title={name}
      visible
      onClose={onClose}
      status={
        cut !== null && (
          <span role="status" className="loam-list-whole-cut">
            {cut}
          </span>
        )
      }
      footer={
        <>
          <Button disabled={!table} onClick={() => void copy()}>
            {host.text(taken ? '@list.copyTable' : '@list.copyAll')}
          </Button>
          <Button type="primary" disabled={!paper} onClick={print}>
            {host.text('@print.print')}
          </Button>
        </>
      }
    >
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && !whole && (
        <div className="loam-list-whole-wait">
          <Progress percent={Math.round(progress * 100)} aria-label={name} />
        </div>
      )}
      {paper !== null && (
        <div className="loam-list-whole-desk">
          {/* No scripts; the same origin, so that it can be printed from here. */}
          <iframe
            ref={frame}
            style={{ width: sheetWidth(SHEET) }}
            title={title}
            sandbox="allow-same-origin allow-modals"
            srcDoc={paper}
            onLoad={({ currentTarget }) => {
              const length = currentTarget.contentDocument?.documentElement.scrollHeight ?? 0
              currentTarget.style.height = `${length}px`
            }}
          />
        </div>
      )}
    </Popup>
  )
}
