import { Checkbox } from '@arco-design/web-react'
import { IconCaretDown, IconCaretUp } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import { useHost } from '../host'
import { cellClass, stickyStyle } from './cell-class'
import type { PlacedColumn, TableLayout } from './columns'
import type { FlatRow } from './flat-rows'
import { part } from './roles'
import type { ListQuery } from './source'

export interface HeadProps {
  readonly layout: TableLayout
  readonly rows: readonly FlatRow[]
  readonly query: ListQuery
  readonly onSort: (path: string) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
}

/** One or two header rows that stay above the rows. */
export function TableHead(props: HeadProps) {
  const { layout } = props
  const host = useHost()
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
  ...props
}: HeadProps & { readonly column: PlacedColumn; readonly style: React.CSSProperties }) {
  const { plan } = column
  const sorted = plan && props.query.sidx === plan.path ? props.query.sort : ''
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
  return (
    <div
      {...part('columnheader', { 'aria-sort': plan?.sortable ? order : undefined })}
      className={cellClass(column)}
      style={style}
    >
      <HeadContent {...props} column={column} sorted={sorted} />
    </div>
  )
}

function HeadContent({
  column,
  sorted,
  ...props
}: HeadProps & { readonly column: PlacedColumn; readonly sorted: string }) {
  const host = useHost()
  const { plan, kind } = column
  if (kind === 'index') return <>{host.text('@view.index')}</>
  if (kind === 'actions') return <>{host.text('@view.actions')}</>
  if (kind === 'expand') return <span className="loam-list-hidden">{host.text('@view.expandRow')}</span>
  if (kind === 'select') return <SelectAll {...props} />
  const label = host.text(plan?.label)
  if (!plan?.sortable) {
    return (
      <span className="loam-list-cell-text" title={label}>
        {label}
      </span>
    )
  }
  return (
    <button type="button" className="loam-list-sort" title={label} onClick={() => props.onSort(plan.path)}>
      <span className="loam-list-cell-text">{label}</span>
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
