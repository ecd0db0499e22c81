import type { WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const TYPES = ['', 'card', 'border-card', 'steps'] as const
const POSITIONS = ['top', 'bottom', 'left', 'right'] as const

/** Settings of tabs. */
export interface TabSettings {
  readonly type: (typeof TYPES)[number]
  readonly tabPosition: (typeof POSITIONS)[number]
  /** Name of the pane that is open first. */
  readonly active: string
}

/** Panes of which one is seen. A pane is drawn when it is first opened. */
export const definition: WidgetDefinition<TabSettings> = {
  key: 'tab',
  jnpfKeys: ['tab'],
  group: 'layout',
  title: '@dates.tab',
  icon: 'Tags',
  kind: 'layout',
  example: {
    field: {
      panes: [
        {
          title: '地块',
          fields: [
            { name: 'crop', widget: 'input', label: '作物' },
            { name: 'area', widget: 'number-input', label: '面积（亩）' },
          ],
        },
        { title: '备注', fields: [{ name: 'note', widget: 'textarea', label: '备注' }] },
      ],
    },
  },
  settings: Type.Object({
    type: Type.Optional(
      Type.Union(
        TYPES.map((type) => Type.Literal(type)),
        { title: '@dates.setting.tabType', description: '@dates.setting.tabTypeHelp' },
      ),
    ),
    tabPosition: Type.Optional(
      Type.Union(
        POSITIONS.map((position) => Type.Literal(position)),
        { title: '@dates.setting.tabPosition', description: '@dates.setting.tabPositionHelp' },
      ),
    ),
    active: Type.Optional(
      Type.String({ title: '@dates.setting.active', description: '@dates.setting.activeHelp' }),
    ),
  }),
  defaults: { type: '', tabPosition: 'top', active: '1' },
  fromFormData: (field) =>
    given({
      type: readWord(field['type'], TYPES),
      tabPosition: readWord(field['tabPosition'] ?? field['tab-position'], POSITIONS),
      active: readText(configOf(field)['active']),
    }),
}
