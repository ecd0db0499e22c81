import { ALL_ROWS, interfaceNames } from '@runtime/widget/row-choice'
import { interfaceRows, NamedCell, PopupField, RowChooser } from '../shared/chooser'
import type { EditProps, Widget } from '../widget'
import { definition, type PopupSelectSettings } from './definition'

type PopupSelectProps = EditProps<PopupSelectSettings, unknown>

function PopupSelectEdit(props: PopupSelectProps & { readonly bare?: boolean }) {
  const { settings, host, context } = props
  const { hasPage, pageSize } = settings
  return (
    <PopupField
      props={props}
      source={interfaceNames(settings, (path) => context.get(path))}
      member={{ value: settings.propsValue, text: settings.relationField }}
      columns={settings.columnOptions}
      multiple={settings.multiple}
      clearable={settings.clearable}
      loader={() =>
        interfaceRows({ host, columns: settings.columnOptions }, settings, (path) => context.get(path))
      }
      rowsAreWhole
      bare={props.bare ?? false}
      byTyping
      table={(table) => (
        <RowChooser
          {...table}
          popup={settings}
          counts={hasPage ? { atFirst: pageSize, later: pageSize } : ALL_ROWS}
        />
      )}
    />
  )
}

export const widget: Widget<PopupSelectSettings, unknown> = {
  definition,
  Edit: PopupSelectEdit,
  CellEdit: (props) => <PopupSelectEdit {...props} bare />,
  Cell: NamedCell,
  View: NamedCell,
}
