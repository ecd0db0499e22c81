import { ChoiceBox } from '../shared/choice-box'
import type { EditProps, Widget } from '../widget'
import { definition, type SelectSettings } from './definition'

type SelectProps = EditProps<SelectSettings, unknown>

function SelectEdit(props: SelectProps) {
  const { multiple, filterable, clearable } = props.settings
  return <ChoiceBox props={props} multiple={multiple} filterable={filterable} clearable={clearable} />
}

/** In a table cell the list is open, and typing narrows it whatever the settings say. */
function SelectCellEdit(props: SelectProps) {
  const { multiple, clearable } = props.settings
  return <ChoiceBox props={props} multiple={multiple} filterable clearable={clearable} bare />
}

export const widget: Widget<SelectSettings, unknown> = {
  definition,
  Edit: SelectEdit,
  CellEdit: SelectCellEdit,
}
