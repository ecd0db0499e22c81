import { Checkbox } from '@arco-design/web-react'
import { IconCaretDown, IconCaretUp, IconDown, IconFilter } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import type { ColumnPlan } from '@runtime/list/plan'
import { useId } from 'react'
import { useHost } from '../host'
import { cellClass, stickyStyle } from './cell-class'
import { headingOf } from './column-label'
import type { PlacedColumn, TableLayout } from './columns'
import type { FlatRow } from './flat-rows'
import { part } from './roles'
import type { ListQuery } from './source'
import type { HeadActs } from './use-head'
import { type HeadDrag, useHeadDrag } from './use-head-drag'
import { useSizing } from './use-sizing'

export interface HeadProps {
  readonly layout: TableLayout
  readonly rows: readonly FlatRow[]
  readonly query: ListQuery
  readonly onSort: (path: string) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  /** What can be done to the columns. */
  readonly head: HeadUse
}

/** Heads in use: their menu, and columns that are sized and moved by the pointer. */
export interface HeadUse {
  readonly openMenu: (column: ColumnPlan, anchor: HTMLElement) => void
  /** The column whose menu is open, by id. */
  readonly opened: string | null
  /** Shows a column at a width, in pixels, while it is dragged; null: as it is kept. */
  readonly trySize: (id: string, width: number | null) => void
  readonly size: (id: string, width: number) => void
  readonly fit: (column: ColumnPlan) => void
  readonly move: (id: string, beside: string, side: 'before' | 'after') => void
  readonly filterOf: HeadActs['filterOf']
  readonly isFiltered: HeadActs['isFiltered']
}

/** One or two header rows that stay above the rows. */
export function TableHead(props: HeadProps) {
  const { layout } = props
  const host = useHost()
  const drag = useHeadDrag(layout, props.head.move)
  const grouped = layout.groups.length > 0
  const inGroup = (line: number) => layout.groups.some(({ from, to }) => line >= from && line < to)
  return (
    <div {...part('rowgroup')} className="loam-list-table-head">
      <div
        {...part('row')}
        className="loam-list-table-headrow"
        style={{ ...fixedEdges(layout), gridTemplateColumns: layout.template }}
      >
        {layout.groups.map(({ id, label, align, from, to }) => (
          <div
            key={id}
            {...part('columnheader', { 'aria-colspan': to - from })}
            className={`loam-list-cell loam-list-cell-group loam-list-cell-${align}`}
            style={{ gridColumn: `${from} / ${to}`, gridRow: 1 }}
          >
            <span className="loam-list-cell-text">{host.text(label)}</span>
          </div>
        ))}
        {layout.columns.map((column, index) => {
          const gridRow = !grouped ? '1' : inGroup(index + 1) ? '2' : '1 / span 2'
          return (
            <HeadCell
              key={column.id}
              {...props}
              column={column}
              drag={drag}
              style={{ ...stickyStyle(column), gridColumn: index + 1, gridRow }}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Pixels that columns fixed at the edges cover: a group's name stays in what is seen between them. */
function fixedEdges({ columns }: TableLayout): React.CSSProperties {
  const covered = (edge: 'left' | 'right') =>
    columns.reduce((sum, { fixed, width }) => (fixed === edge ? sum + width : sum), 0)
  return {
    '--loam-fixed-left': `${covered('left')}px`,
    '--loam-fixed-right': `${covered('right')}px`,
  } as React.CSSProperties
}

function HeadCell({
  column,
  style,
  drag,
  ...props
}: HeadProps & {
  readonly column: PlacedColumn
  readonly style: React.CSSProperties
  readonly drag: HeadDrag
}) {
  const { plan } = column
  const sorted = plan && props.query.sidx === plan.path ? props.query.sort : ''
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  const name = useId()
  const content = <HeadContent {...props} column={column} sorted={sorted} name={name} />
  if (!plan) {
    return (
      <div {...part('columnheader')} className={cellClass(column)} style={style}>
        {content}
      </div>
    )
  }
  const openMenu = (cell: HTMLElement) => {
    const button = cell.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    if (button) props.head.openMenu(plan, button)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a columnheader.
    <div
      {...part('columnheader', { 'aria-sort': plan.sortable ? order : undefined })}
      className={cellClass(column, 'loam-list-head')}
      style={style}
      data-column={plan.id}
      data-filtered={props.head.isFiltered(plan) || undefined}
      data-drop={drag.over?.id === plan.id ? drag.over.side : undefined}
      draggable
      {...drag.events}
      onContextMenu={(event) => {
        event.preventDefault()
        openMenu(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (!event.altKey || event.key !== 'ArrowDown') return
        event.preventDefault()
        openMenu(event.currentTarget)
      }}
    >
      {content}
      <HeadTools column={column} plan={plan} head={props.head} name={name} />
    </div>
  )
}

/** The button of a column's menu, and the border by which it is made wider. */
function HeadTools({
  column,
  plan,
  head,
  name,
}: {
  readonly column: PlacedColumn
  readonly plan: ColumnPlan
  readonly head: HeadUse
  /** The id of what says its name. */
  readonly name: string
}) {
  const host = useHost()
  const sizing = useSizing(column.width, {
    onTry: (width) => head.trySize(plan.id, width),
    onSize: (width) => head.size(plan.id, width),
  })
  const isFiltered = head.isFiltered(plan)
  return (
    <>
      {isFiltered && (
        <button
          type="button"
          className="loam-list-head-filter"
          title={host.text('@view.filtered')}
          aria-describedby={name}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => head.filterOf(plan)?.(currentTarget)}
        >
          <IconFilter />
        </button>
      )}
      <button
        type="button"
        className="loam-list-head-menu"
        title={host.text('@view.columnMenu')}
        aria-describedby={name}
        aria-haspopup="menu"
        aria-expanded={head.opened === plan.id}
        // The keyboard has it at the button that sorts, by Alt and the arrow down.
        tabIndex={plan.sortable ? -1 : 0}
        onClick={({ currentTarget }) => head.openMenu(plan, currentTarget)}
      >
        <IconDown />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard fits a column in its menu. */}
      <span
        className="loam-list-sizer"
        aria-hidden="true"
        data-own-press
        {...sizing}
        onDoubleClick={() => head.fit(plan)}
      />
    </>
  )
}

function HeadContent({
  column,
  sorted,
  name,
  ...props
}: HeadProps & { readonly column: PlacedColumn; readonly sorted: string; readonly name: string }) {
  const host = useHost()
  const { plan, kind } = column
  if (kind === 'index') return <>{host.text('@view.index')}</>
  if (kind === 'actions') return <>{host.text('@view.actions')}</>
  if (kind === 'expand') return <span className="loam-list-hidden">{host.text('@view.expandRow')}</span>
  if (kind === 'select') return <SelectAll {...props} />
  const label = plan ? headingOf(plan, host) : ''
  if (!plan?.sortable) {
    return (
      <span id={name} className="loam-list-cell-text" title={label}>
        {label}
      </span>
    )
  }
  return (
    <button
      type="button"
      className="loam-list-sort"
      title={label}
      aria-keyshortcuts="Alt+ArrowDown"
      onClick={() => props.onSort(plan.path)}
    >
      <span id={name} className="loam-list-cell-text">
        {label}
      </span>
      <span className="loam-list-sort-marks" data-order={sorted} aria-hidden="true">
        <IconCaretUp />
        <IconCaretDown />
      </span>
    </button>
  )
}

function SelectAll({ rows, selected, onSelect }: HeadProps) {
  const host = useHost()
  const ids = rows.filter(({ group }) => !group).map(({ id }) => id)
  const count = ids.filter((id) => selected.has(id)).length
  return (
    <Checkbox
      aria-label={host.text('@view.selectAll')}
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      disabled={ids.length === 0}
      onChange={(on) => onSelect?.(ids, on)}
    />
  )
}
