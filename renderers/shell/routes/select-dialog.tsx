import { useHost } from '@renderers/host'
import type { RowColumn } from '@runtime/widget/row-choice'
import { type DataRow, interfaceRows, RowChooser } from '@widgets/shared/chooser'
import { useMemo } from 'react'

/** Rows of a page (`spec/shell-and-monitoring.md §9`). */
export const SELECT_PAGE_SIZE = 20
/** Rows that are asked for where there are no pages. */
export const SELECT_ALL = 10_000

export interface SelectDialogProps {
  /** Id of a data interface. */
  readonly interfaceId: string
  readonly title: string
  readonly columns: readonly RowColumn[]
  /** Member by which a row is known. */
  readonly idMember: string
  readonly mode?: 'dialog' | 'drawer'
  /** CSS length. */
  readonly width?: string
  /** Without paging 10,000 rows are asked for. */
  readonly hasPage?: boolean
  readonly chosen?: readonly string[]
  readonly onConfirm: (rows: readonly DataRow[]) => void
  readonly onClose: () => void
}

/** The generic select dialog: keyword, search and reset, a table to choose several from, pager (`spec/shell-and-monitoring.md §2.3, §7.4`). */
export function SelectDialog(props: SelectDialogProps) {
  const { interfaceId, columns, idMember, hasPage = true, chosen = [] } = props
  const host = useHost()
  const count = hasPage ? SELECT_PAGE_SIZE : SELECT_ALL
  const load = useMemo(
    () =>
      interfaceRows(
        { host, columns },
        { interfaceId, propsValue: idMember, relationField: columns[0]?.value ?? idMember, params: [] },
        () => undefined,
      ),
    [host, columns, interfaceId, idMember],
  )
  return (
    <RowChooser
      host={host}
      popup={{
        popupType: props.mode ?? 'dialog',
        popupTitle: props.title,
        popupWidth: props.width ?? '800px',
        hasPage,
      }}
      columns={columns}
      lead={idMember}
      load={load}
      counts={{ atFirst: count, later: count }}
      keyOf={(row) => String(row[idMember] ?? '')}
      multiple
      chosen={chosen}
      onConfirm={(rows) => props.onConfirm([...rows.values()].filter((row) => row !== null))}
      onClose={props.onClose}
    />
  )
}
