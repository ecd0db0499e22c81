import { clearedChoice } from '@runtime/widget/definition'
import type { NameSource } from '@runtime/widget/named'
import { itemsOf } from '@runtime/widget/read'
import type { RowColumn } from '@runtime/widget/row-choice'
import { type ReactNode, useMemo } from 'react'
import type { EditProps } from '../../widget'
import { PickerField } from '../picker'
import { useChosen } from './chosen'
import type { RowChooserProps } from './row-chooser'
import { ShortChoice } from './short-choice'
import { textOf } from './text-of'
import type { ChosenRows } from './use-chosen-rows'
import type { DataRow, LoadRows } from './use-rows'

export interface PopupFieldProps {
  readonly props: EditProps<object, unknown>
  readonly source: NameSource | null
  /** Members of the rows: what is stored and what is shown. */
  readonly member: { readonly value: string; readonly text: string }
  readonly columns: readonly RowColumn[]
  readonly multiple: boolean
  readonly clearable: boolean
  /** Makes the loader; asked each time the table opens, so that parameters are read as they then are. */
  readonly loader?: () => LoadRows
  /** The rows know all that others show of what is chosen; else it is resolved anew. */
  readonly rowsAreWhole: boolean
  readonly bare?: boolean
  /** Where there are few rows, one is chosen by typing. */
  readonly byTyping?: boolean
  /** The open table, in whatever it opens in. */
  readonly table: (table: OpenTable) => ReactNode
}

/** What an open table is given, whatever it opens in. */
export type OpenTable = Pick<
  RowChooserProps,
  'host' | 'columns' | 'lead' | 'load' | 'keyOf' | 'multiple' | 'chosen' | 'onConfirm' | 'onClose'
>

/** A field whose value is chosen in a table: a row of a data interface, a record of another model. */
export function PopupField(field: PopupFieldProps) {
  const { props, source, multiple, member } = field
  const { host, value, onChange } = props
  const items = useChosen(host, source, value)
  const held = itemsOf(value === '' ? null : value)
  const keyOf = (row: DataRow) => String(row[member.value] ?? '')
  const take = (chosen: ChosenRows) => {
    const rows = [...chosen.values()].filter((row) => row !== null)
    if (source)
      host.names?.remember(
        source,
        rows.map((row) => ({
          id: keyOf(row),
          text: textOf(row[member.text]),
          ...(field.rowsAreWhole && { data: row }),
        })),
      )
    const values = [...chosen].map(([key, row]) =>
      row ? row[member.value] : held.find((item) => String(item) === key),
    )
    onChange(multiple ? values : (values[0] ?? clearedChoice(false)))
  }
  const columns =
    field.columns.length > 0 ? field.columns : [{ value: member.text, label: props.label || member.text }]
  const dialog = (onClose: () => void) => (
    <Opened
      loader={field.loader ?? NO_ROWS}
      table={field.table}
      open={{
        host,
        columns,
        lead: member.text,
        keyOf,
        multiple,
        chosen: held.map(String),
        onConfirm: take,
        onClose,
      }}
    />
  )
  if (field.byTyping && !multiple && field.loader) {
    return (
      <ShortChoice
        {...{ props, items, member, columns, dialog }}
        clearable={field.clearable}
        bare={field.bare ?? false}
        loader={field.loader}
        onTake={(row) => take(new Map([[keyOf(row), row]]))}
        onClear={() => onChange(clearedChoice(false))}
      />
    )
  }
  return (
    <PickerField
      props={props}
      items={items}
      multiple={multiple}
      clearable={field.clearable}
      bare={field.bare ?? false}
      onClear={() => onChange(clearedChoice(multiple))}
      onRemove={(key) => onChange(held.filter((item) => String(item) !== key))}
      dialog={dialog}
    />
  )
}

/** For a table that loads by itself. */
const NO_ROWS = (): LoadRows => async () => ({ rows: [], total: 0 })

function Opened({
  loader,
  table,
  open,
}: Pick<PopupFieldProps, 'table'> & {
  readonly loader: () => LoadRows
  readonly open: Omit<OpenTable, 'load'>
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, when the table opens.
  const load = useMemo(loader, [])
  return table({ ...open, load })
}
