import { ChoiceBox } from '../shared/choice-box'
import type { EditProps, Widget } from '../widget'
import { definition, type TreeSelectSettings } from './definition'

type TreeSelectProps = EditProps<TreeSelectSettings, unknown>

function TreeSelectEdit(props: TreeSelectProps) {
  const { multiple, filterable, clearable, lastLevel } = props.settings
  return (
    <ChoiceBox
      props={props}
      multiple={multiple}
      filterable={filterable}
      clearable={clearable}
      tree
      leafOnly={lastLevel}
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
