import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { expands, layOut } from './columns'
import type { FlatRow } from './flat-rows'
import { groupedHeight, ROW, tablesOf, unfoldedHeight } from './heights'
import type { ListQuery, Row } from './source'
import './table.css'
import { part } from './roles'
import { SummaryRow } from './summary-row'
import { TableHead } from './table-head'
import { TableRow } from './table-row'

export interface TableProps {
  readonly plan: ListPlan
  readonly columns: readonly ColumnPlan[]
  readonly rows: readonly FlatRow[]
  /** Rows as loaded, for the summary. */
  readonly page: readonly Row[]
  readonly query: ListQuery
  readonly onSort: (path: string) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly openIds: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  readonly rowActions: ((row: Row) => ReactNode) | null
  readonly actionsWidth: number
  readonly busy: boolean
  /** Instead of rows: a skeleton, an empty place, an error. */
  readonly notice: ReactNode
  /** Number of the first row. */
  readonly firstIndex: number
  readonly label: string
}

/** The table: its header and summary stay, its rows are drawn as far as they are seen. */
export function Table(props: TableProps) {
  const { plan, columns, rows, onSelect, actionsWidth, openIds, notice } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useWidth(scroller)
  const layout = useMemo(
    () => layOut({ plan, columns, room, selection: onSelect !== null, actionsWidth }),
    [plan, columns, room, onSelect, actionsWidth],
  )
  const tables = useMemo(() => tablesOf(columns), [columns])
  const unfolds = expands(plan, columns)
  const heightOf = useCallback(
    (index: number) => {
      const flat = rows[index]
      if (!flat || tables.length === 0) return ROW
      const open = openIds.has(flat.id)
      if (!unfolds) return groupedHeight(flat.row, tables, open)
      return ROW + (open ? unfoldedHeight(flat.row, tables) : 0)
    },
    [rows, tables, unfolds, openIds],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
  })
  // Heights follow from the data: what was known of them is out of date when that changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `heightOf` is what changed.
  useEffect(() => virtual.measure(), [heightOf, virtual])
  const headRows = layout.groups.length > 0 ? 2 : 1
  return (
    <div className="loam-list-table" aria-busy={props.busy}>
      {props.busy && <div className="loam-list-table-progress" />}
      <div ref={scroller} className="loam-list-table-scroller">
        <div
          {...part(plan.nested ? 'treegrid' : 'table', {
            'aria-label': props.label,
            'aria-rowcount': rows.length + headRows,
          })}
          className="loam-list-table-canvas"
          style={{ width: layout.width }}
        >
          <TableHead {...props} layout={layout} />
          {notice === null && (
            <div
              {...part('rowgroup')}
              className="loam-list-table-rows"
              style={{ height: virtual.getTotalSize() }}
            >
              {virtual.getVirtualItems().map(({ index, start, size, key }) => {
                const flat = rows[index]
                return flat ? (
                  <TableRow
                    key={key}
                    flat={flat}
                    layout={layout}
                    tables={tables}
                    unfolds={unfolds}
                    top={start}
                    height={size}
                    number={props.firstIndex + flat.index}
                    position={index + headRows + 1}
                    selected={props.selected.has(flat.id)}
                    open={openIds.has(flat.id)}
                    columns={columns}
                    onSelect={onSelect}
                    onToggle={props.onToggle}
                    rowActions={props.rowActions}
                  />
                ) : null
              })}
            </div>
          )}
          {notice === null && plan.summary.length > 0 && rows.length > 0 && (
            <SummaryRow plan={plan} layout={layout} rows={props.page} />
          )}
        </div>
        {notice !== null && <div className="loam-list-table-notice">{notice}</div>}
      </div>
    </div>
  )
}

/** The inner width of an element, followed as it changes. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    setWidth(target.clientWidth)
    const observer = new ResizeObserver(() => setWidth(target.clientWidth))
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return width
}
