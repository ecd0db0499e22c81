import { clearedChoice } from '@runtime/widget/definition'
import type { Named, PeopleKind } from '@runtime/widget/named'
import { CURRENT_USER, type PeopleSettings, TOP_NODE } from '@runtime/widget/people'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { EditProps } from '../../../widget'
import { LazyFallback } from '../../lazy'
import { Avatar } from '../face'
import { LazyPicker } from '../lazy-picker'
import { type FieldItem, PickerField } from '../picker-field'
import type { PickedNode } from '../source'
import { sourceOf, useItems } from './items'
import { pathOf } from './nodes'
import { panesOf } from './panes'

/** The heading of each dialog (`spec/widgets.md §2.1`). */
const TITLES: Readonly<Record<PeopleKind, string>> = {
  organize: '@picker.title.organize',
  department: '@picker.title.department',
  position: '@picker.title.position',
  role: '@picker.title.role',
  group: '@picker.title.group',
  user: '@picker.title.user',
  mixed: '@picker.title.user',
}

export type PeopleProps = EditProps<PeopleSettings, unknown>

/** The field of all seven pickers. */
export function PeopleEdit(props: PeopleProps) {
  return <PeopleField props={props} />
}

/** In a table cell the dialog is open at once. */
export function PeopleCellEdit(props: PeopleProps) {
  return <PeopleField props={props} bare />
}

function PeopleField({ props, bare = false }: { readonly props: PeopleProps; readonly bare?: boolean }) {
  const { of } = sourceOf(props.field)
  const { settings, host } = props
  const { multiple } = settings
  const items = useItems(props)
  const write = (nodes: readonly PickedNode[]) => {
    const values = nodes.map((node) => (of === 'organize' ? pathOf(node) : node.key))
    props.onChange(multiple ? values : (values[0] ?? clearedChoice(false)))
  }
  const confirm = (nodes: readonly PickedNode[]) => {
    remember(nodes, props)
    write(nodes)
  }
  return (
    <PickerField
      props={props}
      items={items.map(fieldItem)}
      multiple={multiple}
      clearable={settings.clearable}
      collapseTags={settings.collapseTags}
      bare={bare}
      onRemove={(key) => write(items.filter((item) => item.key !== key))}
      onClear={() => write([])}
      dialog={(close) => (
        <LazyFallback shown={null}>
          <Dialog
            of={of}
            props={props}
            chosen={items}
            onClose={close}
            onConfirm={(nodes) => {
              confirm(nodes)
              close()
            }}
            title={host.text(TITLES[of])}
          />
        </LazyFallback>
      )}
    />
  )
}

/** The panes are made anew whenever what they depend on has changed: an open list of a department's people reopens. */
function Dialog({
  of,
  props,
  ...picker
}: {
  readonly of: PeopleKind
  readonly props: PeopleProps
  readonly chosen: readonly PickedNode[]
  readonly title: string
  readonly onClose: () => void
  readonly onConfirm: (nodes: readonly PickedNode[]) => void
}) {
  const { settings, host, context } = props
  const related = useRelated(settings.relationField, context)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `related` is what `get` would give.
  const panes = useMemo(() => {
    const labelOf = (path: string) => host.text(context.store?.plan.fields.get(path)?.label)
    return panesOf({ of, settings, host, get: context.get, labelOf })
  }, [of, settings, host, related])
  return <LazyPicker {...picker} host={host} panes={panes} multiple={settings.multiple} />
}

/** What the related field holds, as text that changes when it does. */
function useRelated(path: string | undefined, context: PeopleProps['context']): string | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (path === undefined ? () => undefined : context.subscribe([path], listener)),
    [path, context],
  )
  return useSyncExternalStore(subscribe, () =>
    path === undefined ? undefined : JSON.stringify(context.get(path)),
  )
}

function fieldItem({ key, name, kind, picture }: PickedNode): FieldItem {
  return {
    key,
    text: name,
    ...(kind === 'user' && { icon: <Avatar name={name} picture={picture} /> }),
  }
}

/** What was chosen needs not be asked for again, nor what stands above it. */
function remember(nodes: readonly PickedNode[], { host, field }: PeopleProps): void {
  const source = sourceOf(field)
  const named = nodes
    .filter(({ key, data }) => data?.['type'] !== undefined && key !== CURRENT_USER && key !== TOP_NODE)
    .flatMap(({ key, name, data = {} }): Named[] => [
      ...(source.of === 'organize' ? above(data) : []),
      { id: key, text: name, data },
    ])
  if (named.length > 0) host.names?.remember(source, named)
}

/** The units of a path by their names, where these can be told apart. */
function above(data: Readonly<Record<string, unknown>>): readonly Named[] {
  const { organizeIds, organize } = data
  if (!Array.isArray(organizeIds)) return []
  const names = String(organize ?? '').split('/')
  if (names.length !== organizeIds.length) return []
  return organizeIds.slice(0, -1).map((id, depth) => ({ id: String(id), text: names[depth] ?? '' }))
}
