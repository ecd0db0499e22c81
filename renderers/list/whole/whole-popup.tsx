import { Button, Progress } from '@arco-design/web-react'
import '@arco-design/web-react/es/Progress/style/css.js'
import { formatDate } from '@runtime/date'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { sheetWidth } from '@runtime/print'
import { writeClipboard } from '@widgets/shared/clipboard'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useFetched } from '../../detail'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { grouped } from '../cell'
import { FailedPlace } from '../notices'
import { useListScope } from '../scope'
import type { ListQuery, ListSource } from '../source'
import { filterText } from './filter-text'
import { paperOf, SHEET } from './whole-paper'
import './whole.css'
import { MOST_WHOLE, wholeRows } from './whole-rows'
import { matrixOf, wholeTable } from './whole-table'

export interface WholePopupProps {
  readonly plan: ListPlan
  readonly source: ListSource
  readonly query: ListQuery
  /** The columns that are shown, in their order. */
  readonly columns: readonly ColumnPlan[]
  readonly title: string
  readonly onClose: () => void
}

/** All that a list shows on its pages as one table, on paper's own white: to be copied or printed. */
export function WholePopup({ plan, source, query, columns, title, onClose }: WholePopupProps) {
  const host = useHost()
  const scope = useListScope()
  const [progress, setProgress] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  // What was asked for when it was opened: the list behind it may go on.
  const [asked] = useState({ query, columns })
  const fetch = useCallback(
    (signal: AbortSignal) =>
      wholeRows({
        ...{ source, query: asked.query, paged: plan.paging !== null, host, signal },
        onProgress: setProgress,
      }),
    [source, asked, plan, host],
  )
  const { value: whole, error, retry } = useFetched(fetch)
  const table = useMemo(
    () => whole && wholeTable(whole, asked.columns, plan, { scope, host }),
    [whole, asked, plan, scope, host],
  )
  const paper = useMemo(() => {
    if (!whole || !table) return null
    const filter = filterText(plan, asked.query, host)
    const count = host.text('@list.wholeCount', { count: grouped(whole.count) })
    const now = formatDate(Date.now(), 'yyyy-MM-dd HH:mm', host.timeZone ?? null)
    const notes = [
      `${count} · ${now}`,
      ...(filter === null ? [] : [host.text('@list.searchedBy', { text: filter })]),
      ...(whole.isCut ? [host.text('@list.wholeCut', { count: grouped(MOST_WHOLE) })] : []),
    ]
    return paperOf(table, title, notes)
  }, [whole, table, plan, asked, host, title])
  const copy = () => {
    if (!whole || !table || !copied(matrixOf(table))) return
    host.toast('success', host.text('@view.rowsCopied', { count: grouped(whole.count) }))
  }
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
      title={host.text('@list.whole')}
      visible
      onClose={onClose}
      status={
        whole?.isCut && (
          <span role="status" className="loam-list-whole-cut">
            {host.text('@list.wholeCut', { count: grouped(MOST_WHOLE) })}
          </span>
        )
      }
      footer={
        <>
          <Button disabled={!table} onClick={copy}>
            {host.text('@list.copyAll')}
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
          <Progress percent={Math.round(progress * 100)} aria-label={host.text('@list.whole')} />
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

/** Puts a table on the clipboard as text and as a table, which no clipboard of an unsafe address would take. */
function copied(matrix: readonly (readonly string[])[]): boolean {
  const put = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.preventDefault()
    event.stopImmediatePropagation()
    writeClipboard(event.clipboardData, matrix)
  }
  document.addEventListener('copy', put, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', put, { capture: true })
  }
}
