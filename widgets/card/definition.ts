import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { given, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const SHADOWS = ['always', 'hover', 'never'] as const

/** Settings of a card. */
export interface CardSettings {
  /** The heading; the node's label stands in for a missing one. */
  readonly header?: Text
  readonly shadow: (typeof SHADOWS)[number]
}

/** A framed group of fields. */
export const definition: WidgetDefinition<CardSettings> = {
  key: 'card',
  jnpfKeys: ['card'],
  group: 'layout',
  title: '@dates.card',
  icon: 'Idcard',
  kind: 'layout',
  example: {
    field: {
      header: '地块',
      fields: [
        { name: 'crop', widget: 'input', label: '作物' },
        { name: 'area', widget: 'number-input', label: '面积（亩）' },
      ],
    },
  },
  settings: Type.Object({
    header: Type.Optional({
      ...TextWord,
      title: '@dates.setting.header',
      description: '@dates.setting.headerHelp',
    }),
    shadow: Type.Optional(
      Type.Union(
        SHADOWS.map((shadow) => Type.Literal(shadow)),
        { title: '@dates.setting.shadow', description: '@dates.setting.shadowHelp' },
      ),
    ),
  }),
  defaults: { shadow: 'never' },
  fromFormData: (field) =>
    given({ header: readText(field['header']), shadow: readWord(field['shadow'], SHADOWS) }),
}
