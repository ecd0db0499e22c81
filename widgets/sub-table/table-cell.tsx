import type { CellState } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { memo, type ReactNode } from 'react'
import { ChoiceValue, mayBeTag } from '../shared/choice-value'
import { classes } from '../shared/control'
import type { FieldContext } from '../widget'
import { CellAnchor } from './cell-anchor'
import { CellEditor } from './cell-editor'
import { isEmptyCell } from './cell-text'
import type { GridColumn } from './columns'
import type { GridModel } from './grid-model'
import { Part } from './part'
import { useCell } from './use-model'
import { type OnNeed, useNeed } from './use-needs'

export interface GridCellProps {
  readonly model: GridModel
  readonly host: Host
  readonly contextOf: (rowId: string) => FieldContext | null
  readonly rowId: string
  readonly column: GridColumn
  readonly columnIndex: number
  readonly left: number
  readonly width: number
  readonly pinned: boolean
  readonly flush: boolean
  readonly active: boolean
  readonly selected: boolean
  readonly editing: boolean
  readonly onNeed: OnNeed
}

/** One cell: its text, cheaply; when active, the focus; when edited, its widget. Draws again with its own value only. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { model, column, columnIndex, rowId, host, active, selected, editing, pinned } = props
  const cell = useCell(model.table.cell(rowId, column.name))
  const text = cell.visible ? model.text.toText(column, rowId, cell.value) : ''
  useNeed(column, text, props.width, props.onNeed)
  const error = shownError(cell, column)
  const writable = !model.rights.locked && column.writable && cell.visible && !cell.disabled && !cell.readonly
  const context = editing ? props.contextOf(rowId) : null
  const errorId = active && error ? `${model.id}-message` : null
  return (
    <Part
      role="gridcell"
      aria-colindex={columnIndex + 2}
      aria-selected={selected || active}
      aria-readonly={!writable}
      aria-invalid={error ? true : undefined}
      data-column={columnIndex}
      data-name={column.name}
      data-error={error ?? undefined}
      className={classes(
        'loam-table__cell',
        column.numeric && 'loam-table__cell--number',
        pinned && 'loam-table__cell--pinned',
        props.flush && 'loam-table__cell--flush',
        selected && 'loam-table__cell--selected',
        active && 'loam-table__cell--active',
        !writable && 'loam-table__cell--readonly',
        error !== null && 'loam-table__cell--invalid',
      )}
      style={{ left: props.left, width: props.width }}
    >
      <div className="loam-table__text">{contentOf(props, cell, text, error)}</div>
      {active && (
        <CellAnchor
          model={model}
          rowId={rowId}
          column={column}
          name={`${column.label} ${text === '' ? host.text('@table.blank') : text}`}
          editing={editing}
          writable={writable}
          errorId={errorId}
        />
      )}
      {editing && context && (
        <CellEditor model={model} rowId={rowId} column={column} cell={cell} host={host} context={context} />
      )}
    </Part>
  )
})

/** The widget's own cell where it has one, and a choice as its tag; a value in error is shown as the text it is. */
export function contentOf(
  { model, column, rowId, host }: Pick<GridCellProps, 'model' | 'column' | 'rowId' | 'host'>,
  cell: CellState,
  text: string,
  error: string | null,
): ReactNode {
  const View = column.widget?.Cell
  if (error || text === '') return text
  const row = model.table.row(rowId)
  const content = View ? (
    <View
      value={cell.value}
      settings={column.field.settings}
      options={model.text.options(column, rowId)}
      host={host}
      field={column.field}
      record={row}
    />
  ) : (
    text
  )
  if (!mayBeTag(column.field)) return content
  // A record that is read has texts, beside them what they stand for.
  const raw = `${column.name}_id`
  return (
    <ChoiceValue host={host} field={column.field} value={raw in row ? row[raw] : cell.value}>
      {content}
    </ChoiceValue>
  )
}

/** An empty cell stays quiet until the person has left it or tried to save; a wrong value never does. */
export function shownError(cell: CellState, column: GridColumn): string | null {
  if (!cell.visible || cell.error === null) return null
  return cell.touched || !isEmptyCell(column, cell.value) ? cell.error : null
}
