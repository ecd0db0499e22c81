import type { WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of a row: it has none. */
export type RowSettings = Record<string, never>

/** A row of fields on the form's grid. */
export const definition: WidgetDefinition<RowSettings> = {
  key: 'row',
  jnpfKeys: ['row'],
  group: 'layout',
  title: '@dates.row',
  icon: 'Layout',
  kind: 'layout',
  example: {
    field: {
      fields: [
        { name: 'crop', widget: 'input', label: '作物' },
        { name: 'area', widget: 'number-input', label: '面积（亩）' },
      ],
    },
  },
  settings: Type.Object({}),
  defaults: {},
}
