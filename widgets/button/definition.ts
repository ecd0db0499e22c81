import type { ActionDocument } from '@runtime/action'
import { ActionSchema, Text as TextWord } from '@runtime/document/words'
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
  /** Steps that a form of a page runs. A published model's button has a script instead. */
  readonly do?: ActionDocument
}

/** A button in a form: it runs steps of the page around it, or the click script of a published model. */
export const definition: WidgetDefinition<ButtonSettings> = {
  key: 'button',
  jnpfKeys: ['button'],
  group: 'display',
  title: '@inputs.button',
  icon: 'Thunderbolt',
  kind: 'display',
  example: { field: { buttonText: '重新计算' } },
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
    do: Type.Optional({
      ...ActionSchema,
      title: '@inputs.setting.do',
      description: 'Steps that the page runs on a click',
    }),
  }),
  defaults: { buttonText: '', align: 'left', type: '' },
  fromFormData: (field) =>
    given({
      buttonText: readText(field['buttonText']),
      align: readWord(field['align'], ALIGNS),
      type: readWord(field['type'] || undefined, TYPES),
    }),
}
