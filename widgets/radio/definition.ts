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
import { given, readFlag, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a group of radio buttons. */
export interface RadioSettings {
  readonly options: OptionsSetting
  readonly direction: 'horizontal' | 'vertical'
  readonly optionType: 'default' | 'button'
  readonly border: boolean
  readonly size: 'mini' | 'small' | 'default' | 'large'
}

/** One of a few choices, all in view. */
export const definition: WidgetDefinition<RadioSettings, unknown> = {
  key: 'radio',
  jnpfKeys: ['radio'],
  group: 'choice',
  title: '@widgets.radio',
  icon: 'CheckCircle',
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
        description: 'Round marks, or buttons',
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
  value: () => choiceSchema(false),
  normalise: (value, settings) => normaliseChoice(value, settings, false),
  check: checkChoice,
  toText: choiceText,
  fromText: (text, settings, context) => choiceFromText(text, settings, context, false),
  filter: ['equals', 'in'],
  sort: 'text',
  options: ({ options }) => optionSource(options),
  notInTable: true,
}
