import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const POSITIONS = ['left', 'center', 'right'] as const

/** Settings of a group's heading. */
export interface GroupTitleSettings {
  readonly content: Text
  /** Shown when the question mark beside the heading is pointed at or focused. */
  readonly helpMessage?: Text
  readonly contentPosition: (typeof POSITIONS)[number]
}

/** A heading over a group of fields, with an optional help text (`spec/widgets.md §1`). */
export const definition: WidgetDefinition<GroupTitleSettings> = {
  key: 'group-title',
  jnpfKeys: ['groupTitle'],
  group: 'display',
  title: '@dates.groupTitle',
  icon: 'H2',
  kind: 'display',
  example: { field: { content: '基本信息', helpMessage: '带星号的项目必须填写' } },
  settings: Type.Object({
    content: Type.Optional({
      ...TextWord,
      title: '@dates.setting.content',
      description: '@dates.setting.contentHelp',
    }),
    helpMessage: Type.Optional({
      ...TextWord,
      title: '@dates.setting.helpMessage',
      description: '@dates.setting.helpMessageHelp',
    }),
    contentPosition: Type.Optional(
      Type.Union(
        POSITIONS.map((position) => Type.Literal(position)),
        { title: '@dates.setting.contentPosition', description: '@dates.setting.alignHelp' },
      ),
    ),
  }),
  defaults: { content: '', contentPosition: 'left' },
  fromFormData: (field) =>
    given({
      content: readText(field['content']),
      helpMessage: readText(field['helpMessage']) ?? readText(field['tipLabel']),
      contentPosition: readWord(field['contentPosition'] ?? field['content-position'], POSITIONS),
    }),
}
