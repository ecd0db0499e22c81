import { Button, Space, Tooltip } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Space/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import {
  IconCopy,
  IconDelete,
  IconPlus,
  IconQuestionCircle,
  IconRedo,
  IconUndo,
} from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import { useSnapshot } from 'valtio'
import { addRow, copyRows, redo, removeRows, rowsIn, undo } from './commands'
import type { SubTableSettings } from './definition'
import type { GridModel } from './grid-model'
import { isSingle } from './selection'
import { SheetMenu } from './sheet/menu'
import { useSlice } from './use-model'
import { useNarrow } from './use-narrow'

export interface ToolbarProps {
  readonly model: GridModel
  readonly host: Host
  readonly title: string
  readonly tip: string
  readonly showTitle: boolean
}

/** Title, number of rows, and what was just done with its way back. */
export function Toolbar({ model, host, title, tip, showTitle }: ToolbarProps) {
  const state = useSnapshot(model.table.state)
  if (!showTitle && model.rights.locked) return null
  return (
    <div className="loam-table__toolbar">
      {showTitle && (
        <span className="loam-table__title" id={`${model.id}-title`}>
          {title}
          {tip !== '' && (
            <Tooltip content={tip}>
              <IconQuestionCircle className="loam-table__tip" aria-label={tip} />
            </Tooltip>
          )}
        </span>
      )}
      <span className="loam-table__count">{host.text('@table.rowCount', { count: state.ids.length })}</span>
      <Notice model={model} host={host} />
    </div>
  )
}

/** The acts on chosen rows and on all. They stand above the rows and come after them by Tab: first what can be typed into. */
export function Tools({
  model,
  host,
  title,
  groups,
}: Pick<ToolbarProps, 'model' | 'host' | 'title'> & {
  readonly groups: SubTableSettings['complexHeaderList']
}) {
  const state = useSnapshot(model.table.state)
  // Cards show no selection: each has its own acts.
  const narrow = useNarrow()
  if (model.rights.locked) return null
  return (
    <Space size={4} className="loam-table__tools">
      {!narrow && <SelectedRows model={model} host={host} />}
      <Button
        size="small"
        type="text"
        icon={<IconUndo />}
        aria-label={host.text('@table.undo')}
        title={`${host.text('@table.undo')} (Ctrl+Z)`}
        disabled={!state.canUndo}
        onClick={() => then(model, () => undo(model))}
      />
      <Button
        size="small"
        type="text"
        icon={<IconRedo />}
        aria-label={host.text('@table.redo')}
        title={`${host.text('@table.redo')} (Ctrl+Y)`}
        disabled={!state.canRedo}
        onClick={() => then(model, () => redo(model))}
      />
      <SheetMenu model={model} host={host} groups={groups} title={title} />
    </Space>
  )
}

/** After an act the keyboard is back in the rows. */
function then(model: GridModel, act: () => void): void {
  act()
  model.takeFocus()
}

/** Says what happened with a way back, and to a screen reader how far the selection reaches. */
function Notice({ model, host }: Pick<ToolbarProps, 'model' | 'host'>) {
  const notice = useSlice(model, ({ state }) => state.notice)
  const selected = useSlice(model, ({ range }) =>
    range && !isSingle(range) ? `${range.bottom - range.top + 1}×${range.right - range.left + 1}` : '',
  )
  return (
    <div className="loam-table__notice">
      <span role="status">
        {notice?.text}
        <span className="loam-table__hidden">
          {selected !== '' && host.text('@table.selected', { size: selected })}
        </span>
      </span>
      {notice?.undo && (
        <Button size="mini" type="text" onClick={() => then(model, () => undo(model))}>
          {host.text('@table.undo')}
        </Button>
      )}
    </div>
  )
}

function SelectedRows({ model, host }: Pick<ToolbarProps, 'model' | 'host'>) {
  const count = useSlice(model, ({ state, range }) =>
    state.whole && range ? range.bottom - range.top + 1 : 0,
  )
  if (count === 0) return null
  const { mayAdd, mayRemove } = model.rights
  return (
    <>
      {mayAdd && (
        <Button
          size="small"
          icon={<IconCopy />}
          onClick={() => then(model, () => copyRows(model, rowsIn(model, model.range)))}
        >
          {host.text('@table.copyRows', { count })}
        </Button>
      )}
      {mayRemove && (
        <Button
          size="small"
          status="danger"
          icon={<IconDelete />}
          onClick={() => then(model, () => removeRows(model, rowsIn(model, model.range), host))}
        >
          {host.text('@table.removeRows', { count })}
        </Button>
      )}
    </>
  )
}

export interface AddButtonProps {
  readonly model: GridModel
  readonly host: Host
  readonly settings: Pick<SubTableSettings, 'actionText'>
}

/** The model's own words for adding a row. */
export function AddButton({ model, host, settings }: AddButtonProps) {
  if (!model.rights.mayAdd || model.rights.locked) return null
  return (
    <Button
      type="text"
      icon={<IconPlus />}
      className="loam-table__add"
      onClick={() => {
        if (addRow(model)) model.takeFocus()
      }}
    >
      {host.text(settings.actionText)}
    </Button>
  )
}

/** An empty table says what belongs here and offers the act. */
export function EmptyRows(props: AddButtonProps) {
  const { host, model } = props
  const open = model.rights.mayAdd && !model.rights.locked
  return (
    <div className="loam-table__empty">
      <p>{host.text(open ? '@table.empty' : '@table.emptyLocked')}</p>
      {open && <p className="loam-table__hint">{host.text('@table.emptyHint')}</p>}
      <AddButton {...props} />
    </div>
  )
}
