import { useMemo } from 'react'
import { LazyFallback } from '../shared/lazy'
import { LazyPicker, type PickedNode, PickerField } from '../shared/picker'
import type { EditProps, Widget } from '../widget'
import { areaPane, placeOf } from './area-tree'
import { Cell, usePaths } from './cell'
import { type AreaPath, type AreaSettings, definition } from './definition'

type AreaProps = EditProps<AreaSettings, unknown>

function AreaEdit(props: AreaProps & { readonly bare?: boolean }) {
  const { host, settings, onChange } = props
  const { multiple } = settings
  const chosen = usePaths(props)
  const write = (paths: readonly AreaPath[]) => onChange(multiple ? paths : (paths[0] ?? []))
  const confirm = (nodes: readonly PickedNode[]) => {
    const places = nodes.map(placeOf)
    host.names?.remember(
      { kind: 'area' },
      places.flatMap(({ path, names }) => path.map((id, depth) => ({ id, text: names[depth] ?? id }))),
    )
    write(places.map(({ path }) => path))
  }
  return (
    <PickerField
      props={props}
      items={chosen.map(({ key, name }) => ({ key, text: name }))}
      multiple={multiple}
      clearable={settings.clearable}
      bare={props.bare ?? false}
      onClear={() => write([])}
      onRemove={(key) => write(chosen.filter((one) => one.key !== key).map((one) => placeOf(one).path))}
      dialog={(close) => (
        <LazyFallback shown={null}>
          <AreaPicker
            props={props}
            chosen={chosen}
            onClose={close}
            onConfirm={(nodes) => {
              confirm(nodes)
              close()
            }}
          />
        </LazyFallback>
      )}
    />
  )
}

function AreaPicker({
  props,
  ...picker
}: {
  readonly props: AreaProps
  readonly chosen: readonly PickedNode[]
  readonly onClose: () => void
  readonly onConfirm: (nodes: readonly PickedNode[]) => void
}) {
  const { host, settings } = props
  const panes = useMemo(() => [areaPane(host, settings)], [host, settings])
  return (
    <LazyPicker
      {...picker}
      host={host}
      title="@dataWidgets.chooseArea"
      panes={panes}
      multiple={settings.multiple}
    />
  )
}

export const widget: Widget<AreaSettings, unknown> = {
  definition,
  Edit: AreaEdit,
  CellEdit: (props) => <AreaEdit {...props} bare />,
  Cell,
  View: Cell,
}
