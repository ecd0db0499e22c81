import { Checkbox } from '@arco-design/web-react'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { memo, type ReactNode } from 'react'
import { useHost } from '../host'
import { CellValue } from './cell'
import { cellClass, stickyStyle, styleOf } from './cell-class'
import { DEEPER } from './column-needs'
import type { PlacedColumn, TableLayout } from './columns'
import type { FlatRow } from './flat-rows'
import { FOLDED_LINES, subRows } from './heights'
import { editable, editingKeys, type RowSession } from './inline/session'
import { LeftColumns } from './left-columns'
import { part } from './roles'
import { type DetailHeights, RowDetail } from './row-detail'
import { rowScope, useListScope } from './scope'
import type { Row } from './source'
import { styleClass } from './style-class'
import { SubTables } from './sub-tables'
import { Toggle } from './toggle'
import type { RowStyles } from './use-list-scripts'

const EditCell = lazy(async () => (await import('./inline/edit-cell')).EditCell)

interface RowProps {
  readonly flat: FlatRow
  readonly layout: TableLayout
  readonly columns: readonly ColumnPlan[]
  readonly tables: readonly string[]
  readonly unfolds: boolean
  readonly top: number
  readonly height: number
  readonly number: number
  /** `aria-rowindex`. */
  readonly position: number
  readonly selected: boolean
  /** It is open beside the list. */
  readonly opened: boolean
  /** Its sub-tables are unfolded. */
  readonly open: boolean
  /** Its children are on their way. */
  readonly waiting: boolean
  /** It is being edited in place. */
  readonly session: RowSession | undefined
  readonly styles: RowStyles | undefined
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly onToggle: (id: string) => void
  readonly onUnfold: (id: string) => void
  readonly rowActions: ((row: Row) => ReactNode) | null
  /** How rows look by condition. */
  readonly style: ListPlan['style']
  readonly draggable: boolean
  /** Something is dragged over it, and would come to stand there. */
  readonly drop: 'before' | 'after' | 'inside' | undefined
  /** What opens below it. */
  readonly detail: ((row: Row) => ReactNode) | undefined
  readonly onDetail: DetailHeights['measured']
  /** Its place in the order of Tab; undefined: rows take no focus. */
  readonly tabIndex: 0 | -1 | undefined
  /** The cell that is in the order of Tab instead; null: none. */
  readonly cell: number | null
}

/** One row; drawn again only when something of its own changes. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { flat, layout, top, height, position, selected } = props
  const below = belowRow(layout)
  // A row that is edited in place has its controls for the keys.
  const isByCell = props.tabIndex !== undefined && !props.session
  const firstData = layout.columns.find(({ kind }) => kind === 'data')
  const scope = useListScope()
  const styleName = props.style ? styleClass(props.style, rowScope(flat.row, scope)) : ''
  return (
    <div
      {...part('row', {
        'aria-rowindex': position,
        'aria-selected': props.onSelect ? selected : undefined,
        'aria-current': props.opened || undefined,
        'aria-keyshortcuts': props.draggable ? KEYS : undefined,
        'aria-level': flat.parent || flat.level > 0 ? flat.level + 1 : undefined,
        'aria-expanded': flat.parent ? flat.open : undefined,
      })}
      className={rowClass(selected, props.session !== undefined, styleName)}
      tabIndex={isByCell && props.cell !== null ? -1 : props.tabIndex}
      draggable={props.draggable && !props.session}
      data-drop={props.drop}
      style={{ transform: `translateY(${top}px)`, height, ...styleOf(props.styles?.row(flat.id)) }}
      data-row={flat.id}
      {...(props.session ? { onKeyDown: editingKeys(props.session) } : {})}
    >
      <div className="loam-list-row-cells" style={{ gridTemplateColumns: layout.template }}>
        {layout.columns.map((column, index) => (
          <div
            key={column.id}
            {...part('cell')}
            tabIndex={isByCell ? (props.cell === index ? 0 : -1) : undefined}
            className={cellClass(column)}
            style={{
              ...stickyStyle(column),
              ...(column.plan && props.styles?.cell(flat.id, column.plan.path)),
            }}
          >
            <RowCell {...props} column={column} first={column === firstData} />
          </div>
        ))}
      </div>
      {props.unfolds && props.open && (
        <SubTables row={flat.row} tables={props.tables} columns={props.columns} />
      )}
      {props.open && (props.detail || below.length > 0) && (
        <RowDetail id={flat.id} span={layout.columns.length} onHeight={props.onDetail}>
          {below.length > 0 && <LeftColumns columns={below} row={flat.row} />}
          {props.detail?.(flat.row)}
        </RowDetail>
      )}
    </div>
  )
})

/** Columns that have left; those of sub-tables stand in the sub-tables that open. */
export function belowRow({ left }: TableLayout): readonly ColumnPlan[] {
  return left.filter(({ path }) => !path.includes('.'))
}

/** Keys that move a row. */
const KEYS = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight'

function rowClass(selected: boolean, editing: boolean, styleName: string): string {
  const state = [selected && 'loam-list-row-selected', editing && 'loam-list-row-editing']
  return ['loam-list-row', styleName, ...state].filter(Boolean).join(' ')
}

function RowCell({
  column,
  first,
  ...props
}: RowProps & { readonly column: PlacedColumn; readonly first: boolean }) {
  const host = useHost()
  const { flat, number } = props
  switch (column.kind) {
    case 'select':
      return (
        <Checkbox
          aria-label={host.text('@view.selectRow', { index: number })}
          checked={props.selected}
          onChange={(on) => props.onSelect?.([flat.id], on)}
        />
      )
    case 'index':
      return <span className="loam-list-cell-number">{number}</span>
    case 'expand': {
      const { left } = props.layout
      const isAll = left.length > 0 && !props.unfolds && !props.detail
      const label = isAll ? host.text('@view.otherColumns', { count: left.length }) : undefined
      return <Toggle open={props.open} label={label} onToggle={() => props.onUnfold(flat.id)} />
    }
    case 'actions':
      return props.rowActions?.(flat.row) ?? null
    case 'data':
      return column.plan ? <DataCell {...props} plan={column.plan} first={first} /> : null
  }
}

function DataCell({
  plan,
  first,
  flat,
  open,
  waiting,
  session,
  unfolds,
  onToggle,
  onUnfold,
}: RowProps & { readonly plan: ColumnPlan; readonly first: boolean }) {
  const [table, inner] = plan.path.split('.')
  if (table && inner) {
    if (unfolds) return <RowCount rows={subRows(flat.row, table)} />
    return (
      <Lines plan={plan} rows={subRows(flat.row, table)} open={open} onToggle={() => onUnfold(flat.id)} />
    )
  }
  if (session && editable(session, plan.path)) {
    return (
      <LazyFallback shown={null}>
        <EditCell session={session} path={plan.path} />
      </LazyFallback>
    )
  }
  const value = (
    <span className="loam-list-cell-text" title={titleOf(flat.row, plan)}>
      <CellValue row={flat.row} column={plan} />
    </span>
  )
  if (!first || (!flat.parent && flat.level === 0)) return value
  return (
    <span className="loam-list-tree-cell" style={{ paddingLeft: flat.level * DEEPER }}>
      {flat.parent ? (
        <Toggle open={flat.open} waiting={waiting} onToggle={() => onToggle(flat.id)} />
      ) : (
        <span className="loam-list-toggle" />
      )}
      {value}
    </span>
  )
}

function titleOf(row: Row, plan: ColumnPlan): string | undefined {
  const text = row[plan.path]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** A sub-table's column inside its row: a line each, the first three until it is unfolded. */
function Lines({
  plan,
  rows,
  open,
  onToggle,
}: {
  readonly plan: ColumnPlan
  readonly rows: readonly Row[]
  readonly open: boolean
  readonly onToggle: () => void
}) {
  const host = useHost()
  const shown = open ? rows : rows.slice(0, FOLDED_LINES)
  const hidden = rows.length - FOLDED_LINES
  return (
    <span className="loam-list-lines">
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sub-rows of a list have no identity of their own.
        <span key={index} className="loam-list-line">
          <CellValue row={row} column={plan} />
        </span>
      ))}
      {hidden > 0 && (
        <button type="button" className="loam-list-line loam-list-link" onClick={onToggle}>
          {host.text(open ? '@view.fold' : '@view.moreLines', { count: hidden })}
        </button>
      )}
    </span>
  )
}

function RowCount({ rows }: { readonly rows: readonly Row[] }) {
  const host = useHost()
  return <span className="loam-list-cell-muted">{host.text('@view.rowCount', { count: rows.length })}</span>
}
