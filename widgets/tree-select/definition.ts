import {
  checkChoice,
  choiceFromText,
  choiceIndex,
  choiceSchema,
  choiceText,
  knownOptions,
  normaliseChoice,
} from '@runtime/widget/choice'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import {
  OptionsSchema,
  type OptionsSetting,
  optionSource,
  optionsFromFormData,
} from '@runtime/widget/options'
import { given, readFlag } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a drop-down tree. */
export interface TreeSelectSettings {
  readonly options: OptionsSetting
  readonly filterable: boolean
  readonly multiple: boolean
  readonly clearable: boolean
  readonly lastLevel: boolean
}

/** One or several nodes of a tree; the value is an id, or with `multiple` a list. */
export const definition: WidgetDefinition<TreeSelectSettings, unknown> = {
  key: 'tree-select',
  jnpfKeys: ['treeSelect'],
  group: 'choice',
  title: '@widgets.treeSelect',
  icon: 'MindMapping',
  kind: 'field',
  example: {
    field: {
      options: [
        {
          value: 'east',
          label: '东区',
          children: [
            { value: 'e1', label: '一号地块' },
            { value: 'e2', label: '二号地块' },
          ],
        },
        { value: 'west', label: '西区' },
      ],
      default: 'e1',
    },
  },
  settings: Type.Object({
    options: Type.Optional(OptionsSchema),
    filterable: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.filterable', description: 'Typing narrows the tree' }),
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
    lastLevel: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.lastLevel',
        description: 'Only nodes without others below; for a single choice',
      }),
    ),
  }),
  defaults: { options: [], filterable: false, multiple: false, clearable: true, lastLevel: false },
  fromFormData: (field) =>
    given({
      options: optionsFromFormData(field),
      filterable: readFlag(field['filterable']),
      multiple: readFlag(field['multiple']),
      clearable: readFlag(field['clearable']),
      lastLevel: readFlag(field['lastLevel']),
    }),
  initial: ({ multiple }) => (multiple ? [] : null),
  value: ({ multiple }) => choiceSchema(multiple),
  normalise: (value, settings) => normaliseChoice(value, settings, settings.multiple),
  check: (value, settings, context) =>
    checkChoice(value, settings, context) ?? checkLeaf(value, settings, context),
  toText: choiceText,
  fromText(text, settings, context) {
    const found = choiceFromText(text, settings, context, settings.multiple)
    const error = 'value' in found ? checkLeaf(found.value, settings, context) : null
    return error === null ? found : { error }
  },
  filter: ['equals', 'in'],
  sort: 'text',
  options: ({ options }) => optionSource(options),
}

/** A single choice with `lastLevel` accepts only leaves (`spec/widgets.md §5`). */
function checkLeaf(value: unknown, settings: TreeSelectSettings, context: WidgetContext): string | null {
  const options = settings.lastLevel && !settings.multiple ? knownOptions(settings, context) : undefined
  const chosen = options && choiceIndex(options, context).find(value)
  return chosen?.option.children?.length ? context.text('@widgets.onlyLeaf') : null
}
