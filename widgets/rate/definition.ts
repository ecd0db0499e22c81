import type { WidgetDefinition } from '@runtime/widget/definition'
import { decimalOf, parseNumber } from '@runtime/widget/number-format'
import { given, readFlag, readNumber } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a rating. */
export interface RateSettings {
  /** The highest rating. */
  readonly count: number
  readonly allowHalf: boolean
  readonly showText: boolean
  readonly showScore: boolean
}

/** A rating in stars; 0 is none (`reference/formdata-format.md §4`). */
export const definition: WidgetDefinition<RateSettings, number> = {
  key: 'rate',
  jnpfKeys: ['rate'],
  group: 'choice',
  title: '@inputs.rate',
  icon: 'Star',
  kind: 'field',
  example: { field: { default: 4, showText: true } },
  settings: Type.Object({
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, title: '@inputs.setting.count', description: 'Stars' }),
    ),
    allowHalf: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.allowHalf', description: 'Half stars may be given' }),
    ),
    showText: Type.Optional(
      Type.Boolean({
        title: '@inputs.setting.showText',
        description: 'A word for the rating beside the stars',
      }),
    ),
    showScore: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.showScore', description: 'The number beside the stars' }),
    ),
  }),
  defaults: { count: 5, allowHalf: false, showText: false, showScore: false },
  fromFormData: (field) =>
    given({
      count: readNumber(field['count']),
      allowHalf: readFlag(field['allowHalf']),
      showText: readFlag(field['showText']),
      showScore: readFlag(field['showScore']),
    }),
  value: ({ count }) => ({ type: 'number', minimum: 0, maximum: count }),
  // A new record begins with 0, which stands for "no stars": a required rating is not fulfilled by it.
  isEmpty: (value) => value === null || value === undefined || value === '' || value === 0,
  initial: () => 0,
  normalise(value) {
    const parsed = typeof value === 'string' ? parseNumber(value) : null
    return parsed && 'value' in parsed ? parsed.value : value
  },
  check(value, { allowHalf }, context) {
    const step = allowHalf ? 0.5 : 1
    const fits = decimalOf(value)?.modulo(step).isZero() ?? true
    return fits ? null : context.text('@inputs.notStep', { step })
  },
  toText: (value) => String(value),
  sort: 'number',
  notInTable: true,
  notInList: true,
}
