import { Checkbox } from '@arco-design/web-react'
import type { ListPlan } from '@runtime/list/plan'
import { memo } from 'react'
import { useHost } from '../host'
import { CellValue, grouped } from './cell'
import { cellClass, stickyStyle } from './cell-class'
import type { TableLayout } from './columns'
import { childrenOf, type FlatRow } from './flat-rows'
import { groupText } from './group-text'
import { part } from './roles'
import { idOf, type Row } from './source'
import { totalText } from './summary-row'
import { Toggle } from './toggle'

export interface GroupRowProps {
  readonly flat: FlatRow
  readonly plan: ListPlan
  readonly layout: TableLayout
  readonly top: number
  readonly height: number
  /** `aria-rowindex`. */
  readonly position: number
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly onToggle: (id: string) => void
  /** Its place in the order of Tab. */
  readonly tabIndex: 0 | -1
}

/** The heading over the rows of one value: the value, how many rows there are, and what summed columns come to. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { flat, plan, layout, top, height } = props
  const host = useHost()
  const rows = childrenOf(flat.row)
  const { from, to } = headingSpan(layout, plan)
  return (
    <div
      {...part('row', { 'aria-rowindex': props.position, 'aria-level': 1, 'aria-expanded': flat.open })}
      className="loam-list-row loam-list-group"
      tabIndex={props.tabIndex}
      data-row={flat.id}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div className="loam-list-row-cells" style={{ gridTemplateColumns: layout.template }}>
        {layout.columns.map((column, index) => {
          if (index > from && index < to) return null
          const isHeading = index === from
          return (
            <div
              key={column.id}
              {...part('cell', isHeading ? { 'aria-colspan': to - from } : {})}
              className={isHeading ? 'loam-list-cell loam-list-group-heading' : cellClass(column)}
              style={isHeading ? { gridColumn: `${from + 1} / ${to + 1}` } : stickyStyle(column)}
            >
              {isHeading && <Heading {...props} rows={rows} />}
              {column.kind === 'select' && <SelectGroup {...props} rows={rows} />}
              {!isHeading && (
                <span className="loam-list-cell-text">{totalText(rows, column.plan, plan, host)}</span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
})

/** Columns that the heading lies over: from the first one of data to the first that is summed. */
function headingSpan(
  { columns }: TableLayout,
  plan: ListPlan,
): { readonly from: number; readonly to: number } {
  const from = Math.max(
    0,
    columns.findIndex(({ kind }) => kind !== 'select'),
  )
  const ends = (index: number) => {
    const column = columns[index]
    return column?.kind === 'actions' || (column?.plan && plan.summary.includes(column.plan.path))
  }
  let to = from + 1
  while (to < columns.length && !ends(to)) to++
  return { from, to }
}

function Heading({ flat, plan, onToggle, rows }: GroupRowProps & { readonly rows: readonly Row[] }) {
  const host = useHost()
  const text = groupText(flat.row)
  const [first] = rows
  return (
    <span className="loam-list-group-words">
      <Toggle open={flat.open} onToggle={() => onToggle(flat.id)} />
      <span className={text === '' ? 'loam-list-cell-text loam-list-cell-muted' : 'loam-list-cell-text'}>
        {text === '' ? host.text('@list.ungrouped') : <GroupValue plan={plan} row={first} text={text} />}
      </span>
      <span className="loam-list-group-count">
        {host.text('@list.groupCount', { count: grouped(rows.length) })}
      </span>
    </span>
  )
}

/** The value of a heading as the column shows it; a model's headings are texts already. */
export function GroupValue({
  plan: { dialect, group },
  row,
  text,
}: {
  readonly plan: ListPlan
  /** The first row below. */
  readonly row: Row | undefined
  readonly text: string
}) {
  return dialect === 'list' && group && row ? <CellValue row={row} column={group} /> : text
}

function SelectGroup({ selected, onSelect, rows }: GroupRowProps & { readonly rows: readonly Row[] }) {
  const host = useHost()
  const ids = rows.map(idOf)
  const count = ids.filter((id) => selected.has(id)).length
  return (
    <Checkbox
      aria-label={host.text('@list.selectGroup')}
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(on) => onSelect?.(ids, on)}
    />
  )
}
