import { useMemo } from 'react'
import { LazyFallback } from '../shared/lazy'
import { LazyPicker, type PickedNode, PickerField } from '../shared/picker'
import { useNamed } from '../shared/use-named'
import type { EditProps, ViewProps, Widget } from '../widget'
import { areaPane, placeOf } from './area-tree'
import { type AreaPath, type AreaSettings, definition, pathsOf } from './definition'

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

/** The areas of a value, each with the names along its path. */
function usePaths({ host, value }: Pick<ViewProps<AreaSettings, unknown>, 'host' | 'value'>) {
  const paths = useMemo(() => pathsOf(value), [value])
  const ids = useMemo(() => [...new Set(paths.flat())], [paths])
  const named = useNamed(host, { kind: 'area' }, ids)
  return paths.map((path): PickedNode => {
    const names = path.map((id) => named(id)?.text ?? id)
    const waiting = path.some((id) => named(id) === undefined) && host.names !== undefined
    const name = waiting ? host.text('@widgets.loading') : names.join('/')
    return { key: path.at(-1) ?? '', name, kind: 'area', data: { path, names } }
  })
}

function AreaShown(props: ViewProps<AreaSettings, unknown>) {
  const { record, field, text } = props
  const beside = record[field.name]
  if (text !== undefined) return text
  if (`${field.name}_id` in record && typeof beside === 'string') return beside
  return <AreaNames {...props} />
}

function AreaNames(props: ViewProps<AreaSettings, unknown>) {
  return usePaths(props)
    .map(({ name }) => name)
    .join(',')
}

export const widget: Widget<AreaSettings, unknown> = {
  definition,
  Edit: AreaEdit,
  CellEdit: (props) => <AreaEdit {...props} bare />,
  Cell: AreaShown,
  View: AreaShown,
}
