import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { expands, layOut } from './columns'
import type { FlatRow } from './flat-rows'
import { GroupRow } from './group-row'
import { EDITING, groupedHeight, ROW, tablesOf, unfoldedHeight } from './heights'
import type { RowSession } from './inline/session'
import { part } from './roles'
import type { ListQuery, Row } from './source'
import './table.css'
import { SummaryRow } from './summary-row'
import { TableHead } from './table-head'
import { TableRow } from './table-row'
import type { Looks } from './use-list-scripts'
import type { OpenRows } from './use-open'

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
  readonly open: OpenRows
  readonly onToggle: (id: string) => void
  /** Rows whose children are on their way. */
  readonly waiting: ReadonlySet<string>
  /** Rows that are edited in place, by id. */
  readonly sessions: ReadonlyMap<string, RowSession>
  /** How the model's scripts want rows and cells to look. */
  readonly looks: Looks | undefined
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
  const { plan, columns, rows, onSelect, actionsWidth, open, sessions, notice } = props
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
      if (!flat || flat.group) return ROW
      const least = sessions.has(flat.id) ? EDITING : ROW
      if (tables.length === 0) return least
      const unfolded = open.isUnfolded(flat.id)
      if (!unfolds) return Math.max(least, groupedHeight(flat.row, tables, unfolded))
      return least + (unfolded ? unfoldedHeight(flat.row, tables) : 0)
    },
    [rows, tables, unfolds, open, sessions],
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
          <TableHead
            layout={layout}
            rows={rows}
            query={props.query}
            onSort={props.onSort}
            selected={props.selected}
            onSelect={onSelect}
          />
          {notice === null && (
            <div
              {...part('rowgroup')}
              className="loam-list-table-rows"
              style={{ height: virtual.getTotalSize() }}
            >
              {virtual.getVirtualItems().map(({ index, start, size, key }) => {
                const flat = rows[index]
                if (!flat) return null
                if (flat.group) {
                  return (
                    <GroupRow
                      key={key}
                      flat={flat}
                      plan={plan}
                      layout={layout}
                      top={start}
                      height={size}
                      position={index + headRows + 1}
                      selected={props.selected}
                      onSelect={onSelect}
                      onToggle={props.onToggle}
                    />
                  )
                }
                return (
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
                    open={open.isUnfolded(flat.id)}
                    waiting={props.waiting.has(flat.id)}
                    session={sessions.get(flat.id)}
                    looks={props.looks}
                    columns={columns}
                    onSelect={onSelect}
                    onToggle={props.onToggle}
                    onUnfold={open.unfold}
                    rowActions={props.rowActions}
                  />
                )
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
