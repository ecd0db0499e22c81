import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useHost } from '../host'
import { columnNeeds, momentColumns } from './column-needs'
import { expands, layOut } from './columns'
import { copyRows } from './copied-rows'
import type { FlatRow } from './flat-rows'
import { GroupRow } from './group-row'
import { EDITING, groupedHeight, ROW, tablesOf, unfoldedHeight } from './heights'
import type { RowSession } from './inline/session'
import { part } from './roles'
import { useDetailHeights } from './row-detail'
import type { ListPage, ListQuery, Row } from './source'
import './table.css'
import { useListScope } from './scope'
import { SummaryRows } from './summary-row'
import { besides, headUse, useTableColumns } from './table-columns'
import { TableHead } from './table-head'
import { belowRow, TableRow } from './table-row'
import { useCovered } from './use-covered'
import { type Move, useDragRows } from './use-drag'
import type { HeadActs } from './use-head'
import type { RowStyles } from './use-list-scripts'
import type { OpenRows } from './use-open'
import { useRowKeys } from './use-row-keys'

const ColumnMenu = lazy(async () => (await import('./column-menu')).ColumnMenu)

export interface TableProps {
  readonly plan: ListPlan
  readonly columns: readonly ColumnPlan[]
  readonly rows: readonly FlatRow[]
  /** Rows as loaded, for the summary. */
  readonly page: readonly Row[]
  /** How many match, and what they come to. */
  readonly matching: Pick<ListPage, 'total' | 'capped' | 'totals'>
  readonly query: ListQuery
  readonly onSort: (path: string) => void
  /** What is done to columns at their heads. */
  readonly head: HeadActs
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly open: OpenRows
  readonly onToggle: (id: string) => void
  /** Rows whose children are on their way. */
  readonly waiting: ReadonlySet<string>
  /** Rows that are edited in place, by id. */
  readonly sessions: ReadonlyMap<string, RowSession>
  /** How the model's scripts want rows and cells to look. */
  readonly styles: RowStyles | undefined
  readonly rowActions: ((row: Row) => ReactNode) | null
  readonly actionsWidth: number
  /** What a click on a row does. */
  readonly onOpen: ((row: Row) => void) | null
  /** What a double click on a row and Enter do; null: as a click. */
  readonly onWhole: ((row: Row) => void) | null
  /** The record that is open beside the list. */
  readonly opened: string | undefined
  /** Rows as they nest. */
  readonly tree: readonly Row[]
  /** A row has been moved. */
  readonly onMove: ((move: Move) => void) | undefined
  /** What opens below a row. */
  readonly detail: ((row: Row) => ReactNode) | undefined
  readonly busy: boolean
  /** Instead of rows: a skeleton, an empty place, an error. */
  readonly notice: ReactNode
  /** Number of the first row. */
  readonly firstIndex: number
  readonly label: string
}

/** The table: its header and summary stay, its rows are drawn as far as they are seen. */
export function Table(props: TableProps) {
  const { plan, rows, onSelect, actionsWidth, open, sessions, notice } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useWidth(scroller)
  const host = useHost()
  const scope = useListScope()
  const shown = useTableColumns(props.columns)
  const { columns, menu } = shown
  const { page, matching } = props
  const moments = useMemo(() => momentColumns(columns, rows, host), [columns, rows, host])
  const needs = useMemo(
    () => columnNeeds(columns, rows, host, { plan, page, totals: matching.totals, scope }),
    [columns, rows, host, plan, page, matching.totals, scope],
  )
  const layout = useMemo(
    () => layOut({ plan, columns, room, selection: onSelect !== null, actionsWidth, needs, moments }),
    [plan, columns, room, onSelect, actionsWidth, needs, moments],
  )
  useCovered(scroller, layout)
  const tables = useMemo(() => tablesOf(columns), [columns])
  const unfolds = expands(plan, columns)
  const details = useDetailHeights()
  const hasDetail = props.detail !== undefined || belowRow(layout).length > 0
  const heightOf = useCallback(
    (index: number) => {
      const flat = rows[index]
      if (!flat || flat.group) return ROW
      const least = sessions.has(flat.id) ? EDITING : ROW
      const unfolded = open.isUnfolded(flat.id)
      const below = hasDetail && unfolded ? details.of(flat.id) : 0
      if (tables.length === 0) return least + below
      if (!unfolds) return Math.max(least, groupedHeight(flat.row, tables, unfolded)) + below
      return least + (unfolded ? unfoldedHeight(flat.row, tables) : 0) + below
    },
    [rows, tables, unfolds, open, sessions, hasDetail, details.of],
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
  const drag = useDragRows(props.tree, plan.drag?.parent === true, props.onMove)
  const keys = useRowKeys({
    rows,
    onOpen: props.onOpen,
    onWhole: props.onWhole,
    onUnfold: hasDetail || unfolds ? open.unfold : null,
    onToggle: props.onToggle,
    onSelect: onSelect && ((id) => onSelect([id], !props.selected.has(id))),
    onKey: drag?.onKey,
    show: (index) => virtual.scrollToIndex(index),
    page: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - headRows - 1),
  })
  const opens = props.onOpen !== null || onSelect !== null
  const takesFocus = plan.nested || opens || hasDetail || drag !== null
  return (
    <div className="loam-list-table" aria-busy={props.busy}>
      {props.busy && <div className="loam-list-table-progress" />}
      <div ref={scroller} className="loam-list-table-scroller">
        <div
          {...part(plan.nested ? 'treegrid' : takesFocus ? 'grid' : 'table', {
            'aria-label': props.label,
            'aria-rowcount': rows.length + headRows,
          })}
          className={`loam-list-table-canvas${props.onOpen ? ' loam-list-opens' : ''}`}
          style={{ width: layout.width, '--loam-list-room': `${room}px` } as CSSProperties}
        >
          <TableHead
            layout={layout}
            rows={rows}
            query={props.query}
            onSort={props.onSort}
            selected={props.selected}
            onSelect={onSelect}
            head={headUse(shown, props.head, needs)}
          />
          {notice === null && (
            <div
              {...part('rowgroup')}
              ref={keys.place}
              className="loam-list-table-rows"
              style={{ height: virtual.getTotalSize() }}
              {...(takesFocus && keys.events)}
              onCopy={(event) => copyRows(event, { layout, rows, selected: props.selected, scope, host })}
              {...drag?.events}
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
                      tabIndex={keys.current === flat.id ? 0 : -1}
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
                    opened={flat.id === props.opened}
                    open={open.isUnfolded(flat.id)}
                    waiting={props.waiting.has(flat.id)}
                    session={sessions.get(flat.id)}
                    styles={props.styles}
                    columns={columns}
                    onSelect={onSelect}
                    onToggle={props.onToggle}
                    onUnfold={open.unfold}
                    rowActions={props.rowActions}
                    style={plan.style}
                    draggable={drag !== null}
                    drop={drag?.over?.id === flat.id ? drag.over.drop : undefined}
                    detail={props.detail}
                    onDetail={details.measured}
                    tabIndex={takesFocus ? (keys.current === flat.id ? 0 : -1) : undefined}
                    cell={keys.current === flat.id ? keys.cell : null}
                  />
                )
              })}
            </div>
          )}
          {notice === null && plan.summary.length > 0 && rows.length > 0 && (
            <SummaryRows plan={plan} layout={layout} rows={props.page} matching={props.matching} />
          )}
        </div>
        {notice !== null && <div className="loam-list-table-notice">{notice}</div>}
      </div>
      {menu && (
        <LazyFallback shown={null}>
          <ColumnMenu
            {...menu}
            {...besides(layout, menu.column.id)}
            acts={props.head}
            sorted={props.query.sidx === menu.column.path ? props.query.sort : ''}
            onFit={() => props.head.size(menu.column.id, needs.get(menu.column.id))}
            onClose={() => shown.setMenu(null)}
          />
        </LazyFallback>
      )}
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
