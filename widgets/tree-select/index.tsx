import { ChoiceBox } from '../shared/choice-box'
import type { EditProps, Widget } from '../widget'
import { definition, type TreeSelectSettings } from './definition'

type TreeSelectProps = EditProps<TreeSelectSettings, unknown>

/** Says 请选择 while it is empty, unless the form has other words (`spec/widgets.md §9`). */
function TreeSelectEdit(props: TreeSelectProps) {
  const { settings, placeholder, host } = props
  return (
    <ChoiceBox
      props={{ ...props, placeholder: placeholder || host.text('@picker.placeholder') }}
      multiple={settings.multiple}
      filterable={settings.filterable}
      clearable={settings.clearable}
      tree
      leafOnly={settings.lastLevel}
    />
  )
}

/** In a table cell the tree is open, and typing narrows it whatever the settings say. */
function TreeSelectCellEdit(props: TreeSelectProps) {
  const { multiple, clearable, lastLevel } = props.settings
  return (
    <ChoiceBox
      props={props}
      multiple={multiple}
      filterable
      clearable={clearable}
      tree
      leafOnly={lastLevel}
      bare
    />
  )
}

export const widget: Widget<TreeSelectSettings, unknown> = {
  definition,
  Edit: TreeSelectEdit,
  CellEdit: TreeSelectCellEdit,
}
