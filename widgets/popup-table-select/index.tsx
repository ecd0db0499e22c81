import { ALL_ROWS, interfaceNames } from '@runtime/widget/row-choice'
import { interfaceRows, NamedCell, PopupField, TablePopover } from '../shared/chooser'
import type { EditProps, Widget } from '../widget'
import { definition, type PopupTableSettings } from './definition'

type PopupTableProps = EditProps<PopupTableSettings, unknown>

function PopupTableEdit(props: PopupTableProps & { readonly bare?: boolean }) {
  const { settings, host, context, label } = props
  const { hasPage, pageSize, filterable, columnOptions } = settings
  const rows = hasPage ? pageSize : ALL_ROWS.later
  return (
    <PopupField
      props={props}
      source={interfaceNames(settings, (path) => context.get(path))}
      member={{ value: settings.propsValue, text: settings.relationField }}
      columns={columnOptions}
      multiple={settings.multiple}
      clearable={settings.clearable}
      loader={() => interfaceRows({ host, columns: columnOptions }, settings, (path) => context.get(path))}
      rowsAreWhole
      bare={props.bare ?? false}
      byTyping
      table={(table) => (
        <TablePopover
          {...table}
          label={label}
          counts={{ atFirst: rows, later: rows }}
          hasPage={hasPage}
          filterable={filterable}
        />
      )}
    />
  )
}

export const widget: Widget<PopupTableSettings, unknown> = {
  definition,
  Edit: PopupTableEdit,
  CellEdit: (props) => <PopupTableEdit {...props} bare />,
  Cell: NamedCell,
  View: NamedCell,
}
