import {
  checkChoice,
  choiceSchema,
  choicesFromText,
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
import { given, readFlag, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a group of checkboxes. */
export interface CheckboxSettings {
  readonly options: OptionsSetting
  readonly direction: 'horizontal' | 'vertical'
  readonly optionType: 'default' | 'button'
  readonly border: boolean
  readonly size: 'mini' | 'small' | 'default' | 'large'
}

/** Some of a few choices, all in view; the value is a list. */
export const definition: WidgetDefinition<CheckboxSettings, readonly unknown[]> = {
  key: 'checkbox',
  jnpfKeys: ['checkbox'],
  group: 'choice',
  title: '@widgets.checkbox',
  icon: 'CheckSquare',
  kind: 'field',
  settings: Type.Object({
    options: Type.Optional(OptionsSchema),
    direction: Type.Optional(
      Type.Union([Type.Literal('horizontal'), Type.Literal('vertical')], {
        title: '@widgets.setting.direction',
        description: 'Side by side, or one below the other',
      }),
    ),
    optionType: Type.Optional(
      Type.Union([Type.Literal('default'), Type.Literal('button')], {
        title: '@widgets.setting.optionType',
        description: 'Boxes, or buttons',
      }),
    ),
    border: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.border', description: 'A border around each choice' }),
    ),
    size: Type.Optional(
      Type.Union(
        [Type.Literal('mini'), Type.Literal('small'), Type.Literal('default'), Type.Literal('large')],
        {
          title: '@widgets.setting.size',
          description: 'Size of buttons and borders',
        },
      ),
    ),
  }),
  defaults: { options: [], direction: 'horizontal', optionType: 'default', border: false, size: 'small' },
  fromFormData: (field) =>
    given({
      options: optionsFromFormData(field),
      direction: readWord(field['direction'], ['horizontal', 'vertical']),
      optionType: readWord(field['optionType'], ['default', 'button']),
      border: readFlag(field['border']),
      size: readWord(field['size'], ['mini', 'small', 'default', 'large']),
    }),
  initial: () => [],
  value: () => choiceSchema(true),
  normalise: (value, settings) => normaliseChoice(value, settings, true),
  check: checkChoice,
  toText: choiceText,
  fromText: choicesFromText,
  filter: ['in', 'equals'],
  sort: 'text',
  options: ({ options }) => optionSource(options),
  notInTable: true,
}
