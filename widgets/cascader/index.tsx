import { itemsOf } from '@runtime/widget/read'
import { useMemo } from 'react'
import { ChoiceBox } from '../shared/choice-box'
import type { EditProps, ViewProps, Widget } from '../widget'
import { type CascaderSettings, definition, type Path, pathOptions, pathsOf, pathText } from './definition'

type CascaderProps = EditProps<CascaderSettings, Path>

/**
 * The levels as a tree in one column: it works by keyboard, searches all levels at once and fits a phone, where columns
 * side by side do none of it.
 */
function CascaderBox({ props, bare = false }: { readonly props: CascaderProps; readonly bare?: boolean }) {
  const { settings, options, host, value } = props
  const { multiple } = settings
  const keys = useMemo(() => pathsOf(value, multiple).map((path) => JSON.stringify(path)), [value, multiple])
  const change = (next: unknown) => {
    const chosen = itemsOf(next).map((key): Path => JSON.parse(String(key)))
    props.onChange(multiple ? chosen : (chosen[0] ?? []))
  }
  return (
    <ChoiceBox
      props={{
        ...props,
        value: multiple ? keys : (keys[0] ?? null),
        options: pathOptions(options),
        onChange: change,
      }}
      multiple={multiple}
      filterable={settings.filterable || bare}
      clearable={settings.clearable}
      tree
      leafOnly="always"
      nameOf={(key) => pathText(JSON.parse(String(key)), options, settings, host)}
      bare={bare}
    />
  )
}

function CascaderEdit(props: CascaderProps) {
  return <CascaderBox props={props} />
}

function CascaderCellEdit(props: CascaderProps) {
  return <CascaderBox props={props} bare />
}

function CascaderView({ value, text, settings, options, host }: ViewProps<CascaderSettings, Path>) {
  if (text !== undefined) return text
  return pathsOf(value, settings.multiple)
    .map((path) => pathText(path, options, settings, host))
    .join(', ')
}

export const widget: Widget<CascaderSettings, Path> = {
  definition,
  Edit: CascaderEdit,
  View: CascaderView,
  CellEdit: CascaderCellEdit,
}
