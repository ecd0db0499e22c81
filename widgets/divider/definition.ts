import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const POSITIONS = ['left', 'center', 'right'] as const

/** Settings of a dividing line. */
export interface DividerSettings {
  readonly content: Text
  readonly contentPosition: (typeof POSITIONS)[number]
}

/** A line between parts of a form, with a word in it where there is one. */
export const definition: WidgetDefinition<DividerSettings> = {
  key: 'divider',
  jnpfKeys: ['divider'],
  group: 'display',
  title: '@dates.divider',
  icon: 'Minus',
  kind: 'display',
  example: { field: { content: '轮灌组' } },
  settings: Type.Object({
    content: Type.Optional({
      ...TextWord,
      title: '@dates.setting.content',
      description: '@dates.setting.contentHelp',
    }),
    contentPosition: Type.Optional(
      Type.Union(
        POSITIONS.map((position) => Type.Literal(position)),
        { title: '@dates.setting.contentPosition', description: '@dates.setting.alignHelp' },
      ),
    ),
  }),
  defaults: { content: '', contentPosition: 'center' },
  fromFormData: (field) =>
    given({
      content: readText(field['content']),
      contentPosition: readWord(field['contentPosition'] ?? field['content-position'], POSITIONS),
    }),
}
