import type { FieldProps } from '@rjsf/utils'
import { definitionOf, nameOf } from '@runtime/design/dialect'
import type { DesignSession } from '@runtime/design/session'
import { settingsOf } from '@runtime/design/settings'
import { nodesIn } from '@runtime/form/formdata/identities'
import { asRecord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import {
  DICTIONARIES,
  fieldsOfModel,
  INTERFACES,
  MODELS,
  membersOf,
  PRINTS,
  RULES,
  type Source,
  useChoices,
} from './choices'
import { Choice, Labelled, placeOf, useAround } from './frame'

function ByCall({
  props,
  source,
  multiple = false,
}: {
  readonly props: FieldProps
  readonly source: Source
  readonly multiple?: boolean
}) {
  const place = placeOf(props)
  return (
    <Labelled place={place}>
      <Choice place={place} options={useChoices(source)} value={props.formData} multiple={multiple} />
    </Labelled>
  )
}

export const DictionaryEditor = (props: FieldProps) => <ByCall props={props} source={DICTIONARIES} />
export const InterfaceEditor = (props: FieldProps) => <ByCall props={props} source={INTERFACES} />
export const ModelEditor = (props: FieldProps) => <ByCall props={props} source={MODELS} />
export const RuleEditor = (props: FieldProps) => <ByCall props={props} source={RULES} />
export const PrintEditor = (props: FieldProps) => <ByCall props={props} source={PRINTS} multiple />

/** Which widgets a setting can name, where not any. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'relation-attribute': ['relation-form'],
  'popup-attribute': ['popup-select', 'popup-table-select'],
}

/** Fields of the form under design by label and name; columns by their paths. */
export function useFields(): readonly Option[] {
  const host = useHost()
  const { session } = usePanel()
  const subject = useSubject()
  const among = NAMED[subject?.key ?? '']
  return [...(session.plan?.fields.values() ?? [])].flatMap(({ path, label, widget, columns }) => {
    if (columns || path === subject?.name || (among && !among.includes(widget))) return []
    return [{ value: path, label: `${host.text(label)} ${path}` }]
  })
}

export function FieldEditor(props: FieldProps) {
  const place = placeOf(props)
  return (
    <Labelled place={place}>
      <Choice place={place} options={useFields()} value={props.formData} />
    </Labelled>
  )
}

/** Columns of the sub-table that is edited, by their names: one, or several where the setting is a list. */
export function FieldsEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const { session } = usePanel()
  const name = useSubject()?.name
  const columns = [...(session.plan?.fields.values() ?? [])].filter(({ table }) => table === name)
  const options = columns.map(({ name: value, label }) => ({ value, label: `${host.text(label)} ${value}` }))
  return (
    <Labelled place={place}>
      <Choice
        place={place}
        options={options}
        value={props.formData}
        multiple={props.schema.type === 'array'}
      />
    </Labelled>
  )
}

/** A field of the model that this widget, or the one it belongs to, is about; of an interface a member of its rows. */
export function ModelFieldEditor(props: FieldProps) {
  const place = placeOf(props)
  return (
    <Labelled place={place}>
      <Choice place={place} options={useChoices(useRowSource(props))} value={props.formData} />
    </Labelled>
  )
}

/** What the rows consist of that a setting chooses from. */
export function useRowSource(props: FieldProps): Source | null {
  const around = useAround(props)
  const { session } = usePanel()
  const isAttribute = NAMED[useSubject()?.key ?? ''] !== undefined
  const near = around.find((one) => 'interfaceId' in one || 'modelId' in one) ?? {}
  const about = isAttribute ? settingsBy(session, String(around.at(-1)?.['relationField'] ?? '')) : near
  return fieldsOfModel(about['modelId']) ?? membersOf(about['interfaceId'])
}

/** Settings of a field by its path. */
function settingsBy({ tree, widgets }: DesignSession, path: string): Readonly<Record<string, unknown>> {
  const name = path.split('.').at(-1)
  for (const { node } of name ? nodesIn(asRecord(tree.formData)) : []) {
    const widget = widgets.designed.get(definitionOf(node, widgets.catalogue)?.key ?? '')
    if (widget && nameOf(node) === name) return settingsOf(widget, node)
  }
  return {}
}
