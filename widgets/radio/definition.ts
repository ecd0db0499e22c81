import {
  checkChoice,
  choiceFromText,
  choiceSchema,
  choiceText,
  normaliseChoice,
} from '@runtime/widget/choice'
import {
  CHOICE_GROUP_DEFAULTS,
  type ChoiceGroupSettings,
  choiceGroupFromFormData,
  choiceGroupSettings,
} from '@runtime/widget/choice-group'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { optionSource } from '@runtime/widget/options'

/** Settings of a group of radio buttons. */
export type RadioSettings = ChoiceGroupSettings

/** One of a few choices, all in view. */
export const definition: WidgetDefinition<RadioSettings, unknown> = {
  key: 'radio',
  jnpfKeys: ['radio'],
  group: 'choice',
  title: '@widgets.radio',
  icon: 'CheckCircle',
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
  settings: choiceGroupSettings('Round marks, or buttons'),
  defaults: CHOICE_GROUP_DEFAULTS,
  fromFormData: choiceGroupFromFormData,
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
