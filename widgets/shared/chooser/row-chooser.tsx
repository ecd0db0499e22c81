import './chooser.css'
import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Host } from '@runtime/host'
import type { PopupSettings, RowColumn } from '@runtime/widget/row-choice'
import { type ReactNode, useId } from 'react'
import { Dialog } from '../dialog'
import { Pages } from './pages'
import { RowTable } from './row-table'
import { SearchLine } from './search-line'
import { type ChosenRows, useChosenRows, withRows } from './use-chosen-rows'
import { type DataRow, type LoadRows, type RowCounts, useRows } from './use-rows'

export interface RowChooserProps {
  readonly host: Host
  readonly popup: Omit<PopupSettings, 'columnOptions' | 'pageSize'>
  readonly columns: readonly RowColumn[]
  /** Member by which a row is known. */
  readonly lead?: string | undefined
  /** Loads a page; the same function while the chooser is open. */
  readonly load: LoadRows
  readonly counts: RowCounts
  readonly keyOf: (row: DataRow) => string
  readonly multiple: boolean
  /** Keys of what is chosen when it opens. */
  readonly chosen: readonly string[]
  /**
   * What was chosen, in the order of choosing; keys that were there before and have not been loaded come without a row.
   * Not called when nothing is.
   */
  readonly onConfirm: (chosen: ChosenRows) => void
  readonly onClose: () => void
  /** Beside the table, at its left. */
  readonly side?: ReactNode
  /** In the search line. */
  readonly extra?: ReactNode
}

/** Rows of a data interface or of a model's records to choose from, in a dialog or drawer (`spec/widgets.md §2.3`). */
export function RowChooser(props: RowChooserProps) {
  const { host, popup, columns, keyOf, multiple, onConfirm, onClose, side } = props
  const id = useId()
  const rows = useRows(props.load, props.counts, host)
  const [chosen, choose] = useChosenRows(props.chosen, multiple, keyOf)
  const confirm = (result: ChosenRows = chosen) => {
    if (result.size === 0 && !(multiple && props.chosen.length > 0)) return
    onConfirm(withRows(result, rows.rows, keyOf))
    onClose()
  }
  return (
    <Dialog
      host={host}
      mode={popup.popupType === 'drawer' ? 'drawer' : 'general'}
      width={popup.popupWidth}
      title={host.text(popup.popupTitle)}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{host.text('@common.cancel')}</Button>
          <Button type="primary" onClick={() => confirm()}>
            {host.text('@common.confirm')}
          </Button>
        </>
      }
      status={multiple && <span>{host.text('@dataWidgets.chosenCount', { count: chosen.size })}</span>}
    >
      <div className="loam-chooser" data-kind={popup.popupType}>
        {side}
        <div className="loam-chooser-main">
          <SearchLine host={host} rows={rows} extra={props.extra} />
          <RowTable
            id={id}
            label={host.text(popup.popupTitle)}
            host={host}
            columns={columns}
            lead={props.lead}
            rows={rows.rows}
            keyOf={keyOf}
            multiple={multiple}
            state={rows.state}
            searching={rows.query.keyword !== ''}
            isChosen={(key) => chosen.has(key)}
            onChoose={choose}
            {...(!multiple && { onTake: (row: DataRow) => confirm(new Map([[keyOf(row), row]])) })}
          />
          <Pages host={host} rows={rows} hasPage={popup.hasPage} />
        </div>
      </div>
    </Dialog>
  )
}
