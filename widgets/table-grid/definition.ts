import type { WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, readNumber, readText, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const LINES = ['solid', 'dashed', 'dotted', 'none'] as const

/** Settings of a drawn table. */
export interface TableGridSettings {
  readonly borderType: (typeof LINES)[number]
  /** A CSS colour; absent: the theme's own line. */
  readonly borderColor?: string
  /** Pixels. */
  readonly borderWidth: number
}

/** The colour that every stored form has unless somebody chose another: it follows the theme here. */
const STOCK_COLOR = '#E2E0E0'

/** A table whose cells hold fields; cells may span rows and columns (`reference/formdata-format.md §4`). */
export const definition: WidgetDefinition<TableGridSettings> = {
  key: 'table-grid',
  jnpfKeys: ['tableGrid'],
  group: 'layout',
  title: '@dates.tableGrid',
  icon: 'Nav',
  kind: 'layout',
  example: {
    field: {
      panes: [
        {
          panes: [
            { fields: [{ name: 'crop', widget: 'input', label: '作物' }] },
            { fields: [{ name: 'area', widget: 'number-input', label: '面积' }] },
          ],
        },
      ],
    },
  },
  settings: Type.Object({
    borderType: Type.Optional(
      Type.Union(
        LINES.map((line) => Type.Literal(line)),
        { title: '@dates.setting.borderType', description: '@dates.setting.borderTypeHelp' },
      ),
    ),
    borderColor: Type.Optional(
      Type.String({ title: '@dates.setting.borderColor', description: '@dates.setting.borderColorHelp' }),
    ),
    borderWidth: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10,
        title: '@dates.setting.borderWidth',
        description: '@dates.setting.pixels',
      }),
    ),
  }),
  defaults: { borderType: 'solid', borderWidth: 1 },
  fromFormData(field) {
    const config = configOf(field)
    const color = readText(config['borderColor'])
    return given({
      borderType: readWord(config['borderType'], LINES),
      borderColor: color?.toUpperCase() === STOCK_COLOR ? undefined : color,
      borderWidth: readNumber(config['borderWidth']),
    })
  },
}
