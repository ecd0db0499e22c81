import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconCopy, IconDelete, IconDown, IconUp } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { mayBeTag } from '../shared/choice-value'
import { classes } from '../shared/control'
import type { FieldContext } from '../widget'
import { CellEditor } from './cell-editor'
import type { GridColumn } from './columns'
import { copyRows, moveRow, removeRows } from './commands'
import type { GridModel } from './grid-model'
import { contentOf, shownError } from './table-cell'
import { useCell, useSlice } from './use-model'

export interface RowCardProps {
  readonly model: GridModel
  readonly host: Host
  readonly contextOf: (rowId: string) => FieldContext | null
  readonly rowId: string
  readonly index: number
  readonly total: number
  readonly top: number
  readonly measure: (element: HTMLElement | null) => void
  readonly expanded: boolean
  readonly onToggle: () => void
}

/** Fields that a card shows before it is unfolded. */
const FOLDED_FIELDS = 6

/** One row: its number and acts, then its fields, each of which opens where it stands. */
export function RowCard(props: RowCardProps) {
  const { model, host, rowId, index, top, measure, expanded, onToggle } = props
  const shown = expanded ? model.columns : model.columns.slice(0, FOLDED_FIELDS)
  const folds = model.columns.length > FOLDED_FIELDS
  return (
    <li ref={measure} data-index={index} data-row-id={rowId} className="loam-table__card" style={{ top }}>
      <div className="loam-table__card-head">
        <span className="loam-table__card-number">{host.text('@table.rowNumber', { row: index + 1 })}</span>
        {!model.rights.locked && <CardActs {...props} />}
      </div>
      {shown.map((column) => (
        <CardField
          key={column.name}
          model={model}
          host={host}
          column={column}
          columnIndex={model.columns.indexOf(column)}
          rowId={rowId}
          index={index}
          contextOf={props.contextOf}
        />
      ))}
      {folds && (
        <Button type="text" long onClick={onToggle} icon={expanded ? <IconUp /> : <IconDown />}>
          {host.text(expanded ? '@table.fold' : '@table.unfold', { count: model.columns.length })}
        </Button>
      )}
    </li>
  )
}

function CardActs({ model, host, rowId, index, total }: RowCardProps) {
  const row = index + 1
  const acts = [
    {
      name: host.text('@table.moveUp', { row }),
      icon: <IconUp />,
      shown: true,
      disabled: index === 0,
      act: () => moveRow(model, rowId, index - 1),
    },
    {
      name: host.text('@table.moveDown', { row }),
      icon: <IconDown />,
      shown: true,
      disabled: index === total - 1,
      act: () => moveRow(model, rowId, index + 1),
    },
    {
      name: host.text('@table.copyRow', { row }),
      icon: <IconCopy />,
      shown: model.rights.mayAdd,
      disabled: false,
      act: () => copyRows(model, [rowId]),
    },
    {
      name: host.text('@table.removeRow', { row }),
      icon: <IconDelete />,
      shown: model.rights.mayRemove,
      disabled: false,
      act: () => removeRows(model, [rowId], host),
    },
  ]
  return acts
    .filter(({ shown }) => shown)
    .map(({ name, icon, disabled, act }) => (
      <Button
        key={name}
        type="text"
        className="loam-table__card-act"
        aria-label={name}
        icon={icon}
        disabled={disabled}
        onClick={act}
      />
    ))
}

interface CardFieldProps {
  readonly model: GridModel
  readonly host: Host
  readonly column: GridColumn
  readonly columnIndex: number
  readonly rowId: string
  readonly index: number
  readonly contextOf: (rowId: string) => FieldContext | null
}

function CardField({ model, host, column, columnIndex, rowId, index, contextOf }: CardFieldProps) {
  const cell = useCell(model.table.cell(rowId, column.name))
  const editing = useSlice(model, ({ state, position }) =>
    Boolean(state.editing && position?.row === index && position.column === columnIndex),
  )
  if (!cell.visible) return null
  const text = model.text.toText(column, rowId, cell.value)
  const error = shownError(cell, column)
  const context = editing ? contextOf(rowId) : null
  const writable = model.isWritable(rowId, column) && !cell.readonly && !cell.disabled
  // Ids become names when these are known, choices their tags; other cells may hold what cannot stand in a button.
  const shown =
    column.field.definition?.names || mayBeTag(column.field)
      ? contentOf({ model, column, rowId, host }, cell, text, error)
      : text
  const name = `${column.title} ${text === '' ? host.text('@table.blank') : text}`
  return (
    <div
      data-name={column.name}
      className={classes('loam-table__field', error !== null && 'loam-table__field--invalid')}
    >
      <span className="loam-table__field-label">
        {column.field.required && (
          <span className="loam-table__required" aria-hidden>
            *
          </span>
        )}
        {column.title}
      </span>
      {editing && context ? (
        <CellEditor
          model={model}
          rowId={rowId}
          column={column}
          cell={cell}
          host={host}
          context={context}
          roomy
        />
      ) : writable ? (
        <button
          type="button"
          aria-label={name}
          className={classes('loam-table__field-value', column.numeric && 'loam-table__field-value--number')}
          onClick={() => {
            model.activate({ row: index, column: columnIndex })
            model.edit('opening')
          }}
        >
          {text === '' ? <span className="loam-table__hint">{host.text('@table.fill')}</span> : shown}
        </button>
      ) : (
        <span className="loam-table__field-value loam-table__field-value--readonly">{shown}</span>
      )}
      {error && <span className="loam-table__field-error">{error}</span>}
    </div>
  )
}
