import { IconCopy, IconDelete, IconDragDotVertical } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { memo } from 'react'
import type { FieldContext } from '../widget'
import { copyRows, removeRows } from './commands'
import type { GridLayout } from './geometry'
import { isFlush, NUMBER_WIDTH, ROW_HEIGHT } from './geometry'
import type { GridModel } from './grid-model'
import { Part } from './part'
import { contains } from './selection'
import { GridCell } from './table-cell'
import { useSlice } from './use-model'
import type { OnNeed } from './use-needs'

export interface GridRowProps {
  readonly model: GridModel
  readonly host: Host
  readonly contextOf: (rowId: string) => FieldContext | null
  readonly rowId: string
  readonly index: number
  readonly headerRows: number
  readonly layout: GridLayout
  readonly onNeed: OnNeed
  /** First and last of the columns that scroll and are in view. */
  readonly first: number
  readonly last: number
}

/** What a row needs to know of the selection, as text, so that other rows' changes do not draw it. */
function selectionIn(model: GridModel, row: number): string {
  const { position, range, state } = model
  const isActive = position?.row === row
  const inRange = range !== null && row >= range.top && row <= range.bottom
  if (!isActive && !inRange) return ''
  return [
    isActive ? position.column : -1,
    inRange && range ? `${range.left},${range.right}` : '-1,-1',
    isActive && state.editing ? 1 : 0,
    inRange && state.whole ? 1 : 0,
  ].join(',')
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { model, host, rowId, index, layout, headerRows } = props
  const slice = useSlice(model, (current) => selectionIn(current, index))
  const [active = -1, left = -1, right = -1, editing = 0, whole = 0] =
    slice === '' ? [] : slice.split(',').map(Number)
  const range = { top: index, bottom: index, left, right }
  const several = left !== right || model.range?.top !== model.range?.bottom
  const cell = (columnIndex: number) => {
    const column = model.columns[columnIndex]
    if (!column) return null
    return (
      <GridCell
        key={column.name}
        model={model}
        host={host}
        contextOf={props.contextOf}
        rowId={rowId}
        column={column}
        columnIndex={columnIndex}
        left={layout.offsets[columnIndex] ?? 0}
        width={layout.widths[columnIndex] ?? 0}
        pinned={columnIndex < layout.pinned}
        flush={isFlush(layout, columnIndex)}
        active={columnIndex === active}
        selected={several && contains(range, { row: index, column: columnIndex })}
        editing={columnIndex === active && editing === 1}
        onNeed={props.onNeed}
      />
    )
  }
  return (
    <Part
      role="row"
      aria-rowindex={index + headerRows + 1}
      aria-selected={whole === 1}
      data-row={index}
      data-row-id={rowId}
      className={whole ? 'loam-table__row loam-table__row--whole' : 'loam-table__row'}
      style={{ top: index * ROW_HEIGHT, width: layout.total }}
    >
      <RowNumber host={host} index={index} locked={model.rights.locked} />
      {shownColumns(props, active).map(cell)}
      {layout.actionsWidth > 0 && (
        <RowActions
          model={model}
          host={host}
          rowId={rowId}
          index={index}
          width={layout.actionsWidth}
          mayAdd={model.rights.mayAdd}
          mayRemove={model.rights.mayRemove}
        />
      )}
    </Part>
  )
})

/** Pinned columns, those in view, and the active one wherever it is: it holds the focus. */
function shownColumns({ layout, first, last }: GridRowProps, active: number): number[] {
  const shown = Array.from({ length: layout.pinned }, (_, index) => index)
  for (let index = Math.max(first, layout.pinned); index <= last; index += 1) shown.push(index)
  if (active >= 0 && !shown.includes(active)) shown.push(active)
  return shown
}

/** Apart from the cells, and drawn once: scrolling sideways draws every row. */
const RowNumber = memo(function RowNumber({
  host,
  index,
  locked,
}: Pick<GridRowProps, 'host' | 'index'> & { readonly locked: boolean }) {
  return (
    <Part
      role="rowheader"
      aria-colindex={1}
      data-rowhead=""
      className="loam-table__number"
      style={{ width: NUMBER_WIDTH }}
    >
      {!locked && (
        <span className="loam-table__grip" data-grip="" title={host.text('@table.dragTip')} aria-hidden>
          <IconDragDotVertical />
        </span>
      )}
      <span>{index + 1}</span>
    </Part>
  )
})

const RowActions = memo(function RowActions({
  model,
  host,
  rowId,
  index,
  width,
  mayAdd,
  mayRemove,
}: Pick<GridRowProps, 'model' | 'host' | 'rowId' | 'index'> &
  Pick<GridModel['rights'], 'mayAdd' | 'mayRemove'> & { readonly width: number }) {
  const row = index + 1
  return (
    <Part
      role="gridcell"
      aria-colindex={model.columns.length + 2}
      className="loam-table__actions"
      style={{ width }}
    >
      {mayAdd && (
        <button
          type="button"
          tabIndex={-1}
          className="loam-table__icon"
          aria-label={host.text('@table.copyRow', { row })}
          title={host.text('@table.copyRow', { row })}
          onClick={() => {
            copyRows(model, [rowId])
            model.takeFocus()
          }}
        >
          <IconCopy />
        </button>
      )}
      {mayRemove && (
        <button
          type="button"
          tabIndex={-1}
          className="loam-table__icon loam-table__icon--danger"
          aria-label={host.text('@table.removeRow', { row })}
          title={host.text('@table.removeRow', { row })}
          onClick={() => {
            removeRows(model, [rowId], host)
            model.takeFocus()
          }}
        >
          <IconDelete />
        </button>
      )}
    </Part>
  )
})
