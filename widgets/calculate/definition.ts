import type { WidgetDefinition } from '@runtime/widget/definition'
import { decimalOf, formatNumber, roundTo } from '@runtime/widget/number-format'
import { given, readFlag, readNumber } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a computed number. The formula is the form's: `formula`, or the model's `expression`. */
export interface CalculateSettings {
  readonly precision: number
  readonly thousands: boolean
  readonly isAmountChinese: boolean
}

/** Milliseconds without a change before a result is computed anew (`spec/widgets.md §9`). */
const RECOMPUTE_DEBOUNCE = 100

/**
 * A number that the form computes (`spec/widgets.md §5`): what is not numeric is 0, rounded to `precision`. It is saved
 * with the record only where the field is stored (`isStorage` 1).
 */
export const definition: WidgetDefinition<CalculateSettings, number> = {
  key: 'calculate',
  jnpfKeys: ['calculate'],
  group: 'text',
  title: '@dates.calculate',
  icon: 'Formula',
  kind: 'field',
  example: {
    field: { formula: 'area * quota', precision: 2 },
    beside: [
      { name: 'area', widget: 'number-input', label: '面积（亩）', default: 225 },
      { name: 'quota', widget: 'number-input', label: '亩定额（m³）', default: 18.5 },
    ],
  },
  settings: Type.Object({
    precision: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        title: '@dates.setting.precision',
        description: '@dates.setting.precisionHelp',
      }),
    ),
    thousands: Type.Optional(
      Type.Boolean({ title: '@dates.setting.thousands', description: '@dates.setting.thousandsHelp' }),
    ),
    isAmountChinese: Type.Optional(
      Type.Boolean({
        title: '@dates.setting.isAmountChinese',
        description: '@dates.setting.isAmountChineseHelp',
      }),
    ),
  }),
  defaults: { precision: 0, thousands: false, isAmountChinese: false },
  fromFormData: (field) =>
    given({
      precision: readNumber(field['precision']),
      thousands: readFlag(field['thousands']),
      isAmountChinese: readFlag(field['isAmountChinese']),
    }),
  value: () => ({ type: 'number' }),
  debounce: RECOMPUTE_DEBOUNCE,
  normalise: (value, { precision }) => roundTo(decimalOf(value)?.toNumber() ?? 0, precision),
  toText: (value, { precision, thousands }) => formatNumber(value ?? 0, { precision, thousands }),
  filter: ['between', 'equals'],
  sort: 'number',
}
