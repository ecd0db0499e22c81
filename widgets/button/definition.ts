import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const ALIGNS = ['left', 'center', 'right'] as const
const TYPES = ['', 'primary', 'success', 'info', 'warning', 'danger', 'text'] as const

/** Settings of a button in a form. */
export interface ButtonSettings {
  readonly buttonText: Text
  readonly align: (typeof ALIGNS)[number]
  readonly type: (typeof TYPES)[number]
}

/**
 * A button that a published model carries. Its click script is kept and listed as a loss, but not run: the button is
 * drawn in its place, inert, and says so. Screens of the product have buttons with actions as page nodes.
 */
export const definition: WidgetDefinition<ButtonSettings> = {
  key: 'button',
  jnpfKeys: ['button'],
  group: 'display',
  title: '@inputs.button',
  icon: 'Select',
  kind: 'display',
  settings: Type.Object({
    buttonText: Type.Optional({
      ...TextWord,
      title: '@inputs.setting.buttonText',
      description: 'What stands on the button',
    }),
    align: Type.Optional(
      Type.Union(
        ALIGNS.map((align) => Type.Literal(align)),
        { title: '@inputs.setting.align', description: 'left, center or right' },
      ),
    ),
    type: Type.Optional(
      Type.Union(
        TYPES.map((type) => Type.Literal(type)),
        {
          title: '@inputs.setting.type',
          description: 'Empty, primary, success, info, warning, danger or text',
        },
      ),
    ),
  }),
  defaults: { buttonText: '', align: 'left', type: '' },
  fromFormData: (field) =>
    given({
      buttonText: readText(field['buttonText']),
      align: readWord(field['align'], ALIGNS),
      type: readWord(field['type'] || undefined, TYPES),
    }),
}
