import type { Host } from '@runtime/host'
import { paramsOf } from '@runtime/widget/options'
import { ALL_ROWS } from '@runtime/widget/row-choice'
import { useMemo } from 'react'
import { type DataRow, interfaceRows, RowChooser } from '../shared/chooser'
import { addChosen } from './commands'
import type { AddTableConf } from './definition'
import type { GridModel } from './grid-model'

export interface ChooseRowsProps {
  readonly model: GridModel
  readonly host: Host
  readonly conf: AddTableConf
  /** A field of the form, for parameters of the data interface. */
  readonly read: (path: string) => unknown
  readonly onClose: () => void
}

/** The dialog behind the add button of a table whose rows are chosen (`spec/widgets.md §2.2`, addType 1). */
export function ChooseRows({ model, host, conf, read, onClose }: ChooseRowsProps) {
  const { interfaceId, columnOptions, templateJson, hasPage, pageSize } = conf
  const load = useMemo(
    () =>
      interfaceRows(
        { host, columns: columnOptions },
        { interfaceId, params: paramsOf(templateJson), propsValue: 'id', relationField: '' },
        read,
      ),
    [host, columnOptions, interfaceId, templateJson, read],
  )
  const counts = useMemo(
    () => (hasPage ? { atFirst: pageSize, later: pageSize } : ALL_ROWS),
    [hasPage, pageSize],
  )
  return (
    <RowChooser
      host={host}
      popup={{
        hasPage,
        popupType: conf.popupType === 'drawer' ? 'drawer' : 'dialog',
        popupTitle: conf.popupTitle || '@table.chooseRows',
        popupWidth: conf.popupWidth,
      }}
      columns={columnOptions}
      load={load}
      counts={counts}
      keyOf={keyOf}
      multiple
      chosen={NOTHING}
      onConfirm={(chosen) => {
        addChosen(
          model,
          conf,
          [...chosen.values()].filter((row) => row !== null),
          host,
        )
        // The dialog gives the focus back to the button; then it goes on to the new rows.
        setTimeout(() => model.takeFocus())
      }}
      onClose={onClose}
    />
  )
}

const NOTHING: readonly string[] = []

/** Interfaces need not give their rows an id: such rows are told apart by all they hold. */
function keyOf(row: DataRow): string {
  return String(row['id'] ?? JSON.stringify(row))
}
