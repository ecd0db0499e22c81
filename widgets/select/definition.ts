import {
  checkChoice,
  choiceFromText,
  choiceSchema,
  choiceText,
  normaliseChoice,
} from '@runtime/widget/choice'
import type { WidgetDefinition } from '@runtime/widget/definition'
import {
  OptionsSchema,
  type OptionsSetting,
  optionSource,
  optionsFromFormData,
} from '@runtime/widget/options'
import { given, readFlag } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a drop-down list. */
export interface SelectSettings {
  readonly options: OptionsSetting
  readonly filterable: boolean
  readonly multiple: boolean
  readonly clearable: boolean
}

/** One or several of many choices; the value is one, or with `multiple` a list. */
export const definition: WidgetDefinition<SelectSettings, unknown> = {
  key: 'select',
  jnpfKeys: ['select'],
  group: 'choice',
  title: '@widgets.select',
  icon: 'List',
  kind: 'field',
  example: {
    field: {
      options: [
        { value: '1', label: '滴灌' },
        { value: '2', label: '喷灌' },
        { value: '3', label: '漫灌' },
      ],
      default: '1',
    },
  },
  settings: Type.Object({
    options: Type.Optional(OptionsSchema),
    filterable: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.filterable', description: 'Typing narrows the list' }),
    ),
    multiple: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.multiple',
        description: 'Several choices; the value is a list',
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.clearable', description: 'A button that empties the field' }),
    ),
  }),
  defaults: { options: [], filterable: false, multiple: false, clearable: true },
  fromFormData: (field) =>
    given({
      options: optionsFromFormData(field),
      filterable: readFlag(field['filterable']),
      multiple: readFlag(field['multiple']),
      clearable: readFlag(field['clearable']),
    }),
  initial: ({ multiple }) => (multiple ? [] : null),
  value: ({ multiple }) => choiceSchema(multiple),
  normalise: (value, settings) => normaliseChoice(value, settings, settings.multiple),
  check: checkChoice,
  toText: choiceText,
  fromText: (text, settings, context) => choiceFromText(text, settings, context, settings.multiple),
  filter: ['equals', 'in'],
  sort: 'text',
  options: ({ options }) => optionSource(options),
}
