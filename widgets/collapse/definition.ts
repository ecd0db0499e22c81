import type { WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, itemsOf, readFlag } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of folding panes. */
export interface CollapseSettings {
  /** Opening one closes the others. */
  readonly accordion: boolean
  /** Names of the panes that are open first. */
  readonly active: readonly string[]
}

/** Panes that fold. A pane is drawn when it is first opened. */
export const definition: WidgetDefinition<CollapseSettings> = {
  key: 'collapse',
  jnpfKeys: ['collapse'],
  group: 'layout',
  title: '@dates.collapse',
  icon: 'MenuUnfold',
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
    accordion: Type.Optional(
      Type.Boolean({ title: '@dates.setting.accordion', description: '@dates.setting.accordionHelp' }),
    ),
    active: Type.Optional(
      Type.Array(Type.String(), { title: '@dates.setting.active', description: '@dates.setting.activeHelp' }),
    ),
  }),
  defaults: { accordion: false, active: ['1'] },
  fromFormData: (field) =>
    given({
      accordion: readFlag(field['accordion']),
      active:
        configOf(field)['active'] === undefined ? undefined : itemsOf(configOf(field)['active']).map(String),
    }),
}
