import {
  checkChoice,
  choiceSchema,
  choicesFromText,
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

/** Settings of a group of checkboxes. */
export type CheckboxSettings = ChoiceGroupSettings

/** Some of a few choices, all in view; the value is a list. */
export const definition: WidgetDefinition<CheckboxSettings, readonly unknown[]> = {
  key: 'checkbox',
  jnpfKeys: ['checkbox'],
  group: 'choice',
  title: '@widgets.checkbox',
  icon: 'CheckSquare',
  kind: 'field',
  example: {
    field: {
      options: [
        { value: '1', label: '滴灌' },
        { value: '2', label: '喷灌' },
        { value: '3', label: '漫灌' },
      ],
      default: ['1', '3'],
    },
  },
  settings: choiceGroupSettings('Boxes, or buttons'),
  defaults: CHOICE_GROUP_DEFAULTS,
  fromFormData: choiceGroupFromFormData,
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
