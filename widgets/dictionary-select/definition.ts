import type { WidgetDefinition } from '@runtime/widget/definition'
import type { NameSource } from '@runtime/widget/named'
import { given, readFlag } from '@runtime/widget/read'
import { chosenById } from '@runtime/widget/row-choice'
import { Type } from 'typebox'

export interface DictionarySelectSettings {
  readonly multiple: boolean
  readonly filterable: boolean
  readonly clearable: boolean
}

const DICTIONARIES: NameSource = { kind: 'dictionary' }

const flag = (name: string, description: string) =>
  Type.Optional(Type.Boolean({ title: `@dataWidgets.setting.${name}`, description }))

/** A dictionary, by its id, with a way to the page that keeps them (`spec/widgets.md §1`). */
export const definition: WidgetDefinition<DictionarySelectSettings, unknown> = {
  key: 'dictionary-select',
  jnpfKeys: ['dictionarySelect'],
  group: 'choice',
  title: '@dataWidgets.dictionarySelect',
  icon: 'Book',
  kind: 'field',
  example: { field: { default: 'crop' } },
  settings: Type.Object({
    multiple: flag('multiple', 'Several dictionaries; the value is a list'),
    filterable: flag('filterable', 'Typing narrows the tree'),
    clearable: flag('clearable', 'A button that empties the field'),
  }),
  defaults: { multiple: false, filterable: true, clearable: true },
  fromFormData: (field) =>
    given({
      multiple: readFlag(field['multiple']),
      filterable: readFlag(field['filterable']),
      clearable: readFlag(field['clearable']),
    }),
  ...chosenById<DictionarySelectSettings>(
    () => DICTIONARIES,
    ({ multiple }) => multiple,
  ),
  options: () => ({
    kind: 'call',
    call: 'dictionaryType.selector',
    with: { id: '0' },
    value: 'id',
    label: 'fullName',
    children: 'children',
  }),
}
