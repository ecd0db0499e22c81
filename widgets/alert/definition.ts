import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readFlag, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const TYPES = ['success', 'info', 'warning', 'error'] as const

/** Settings of a notice. */
export interface AlertSettings {
  readonly title: Text
  readonly type: (typeof TYPES)[number]
  readonly showIcon: boolean
  readonly closable: boolean
  readonly description: Text
  /** In the place of the closing cross. */
  readonly closeText: Text
}

/** A notice inside a form; it holds no value. */
export const definition: WidgetDefinition<AlertSettings> = {
  key: 'alert',
  jnpfKeys: ['alert'],
  group: 'display',
  title: '@inputs.alert',
  icon: 'InfoCircle',
  kind: 'display',
  example: { field: { title: '水压偏低', description: '2号水泵出口压力低于0.25MPa。', type: 'warning' } },
  settings: Type.Object({
    title: Type.Optional({ ...TextWord, title: '@inputs.setting.title', description: 'Its first line' }),
    type: Type.Optional(
      Type.Union(
        TYPES.map((type) => Type.Literal(type)),
        { title: '@inputs.setting.type', description: 'success, info, warning or error' },
      ),
    ),
    showIcon: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.showIcon', description: 'An icon of its kind' }),
    ),
    closable: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.closable', description: 'It can be put away' }),
    ),
    description: Type.Optional({
      ...TextWord,
      title: '@inputs.setting.description',
      description: 'What stands under the first line',
    }),
    closeText: Type.Optional({
      ...TextWord,
      title: '@inputs.setting.closeText',
      description: 'In the place of the cross',
    }),
  }),
  defaults: { title: '', type: 'success', showIcon: false, closable: true, description: '', closeText: '' },
  fromFormData: (field) =>
    given({
      title: readText(field['title']),
      type: readWord(field['type'], TYPES),
      showIcon: readFlag(field['showIcon']),
      closable: readFlag(field['closable']),
      description: readText(field['description']),
      closeText: readText(field['closeText']),
    }),
}
