import { clearedChoice, type WidgetDefinition } from '@runtime/widget/definition'
import type { NameSource } from '@runtime/widget/named'
import { given, readFlag } from '@runtime/widget/read'
import { chosenById, PAGE_ROWS } from '@runtime/widget/row-choice'
import { Type } from 'typebox'

/** CSS width of the dialog (`spec/widgets.md §9`). */
export const DIALOG_WIDTH = '1000px'
export const DIALOG_ROWS = PAGE_ROWS
/** The dictionary whose items are the categories of rules. */
export const CATEGORIES = 'businessType'

export interface SerialTemplateSettings {
  readonly clearable: boolean
}

const RULES: NameSource = { kind: 'serialRule' }

/** A serial-number rule, by its code (`spec/widgets.md §2.7`). */
export const definition: WidgetDefinition<SerialTemplateSettings, unknown> = {
  key: 'serial-template-select',
  jnpfKeys: ['serialTemplateSelect'],
  group: 'choice',
  title: '@dataWidgets.serialTemplateSelect',
  icon: 'Stamp',
  kind: 'field',
  example: { field: { default: 'waterRecord' } },
  settings: Type.Object({
    clearable: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.clearable',
        description: 'A button that empties the field',
      }),
    ),
  }),
  defaults: { clearable: true },
  fromFormData: (field) => given({ clearable: readFlag(field['clearable']) }),
  ...chosenById<SerialTemplateSettings>(
    () => RULES,
    () => false,
  ),
  cleared: () => clearedChoice(false),
}
