import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { decimalOf, formatNumber, parseNumber, roundTo } from '@runtime/widget/number-format'
import { configOf, given, readFlag, readNumber, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a number. */
export interface NumberInputSettings {
  readonly min?: number
  readonly max?: number
  readonly precision?: number
  readonly step: number
  readonly stepStrictly: boolean
  readonly controls: boolean
  readonly controlsPosition: '' | 'right'
  readonly thousands: boolean
  readonly isAmountChinese: boolean
  readonly addonBefore?: Text
  readonly addonAfter?: Text
}

/** A number, decimal-exact; shown with fixed decimals, thousands and the amount in Chinese capitals where asked. */
export const definition: WidgetDefinition<NumberInputSettings, number> = {
  key: 'number-input',
  jnpfKeys: ['inputNumber', 'numInput', 'JNPFAmount'],
  group: 'text',
  title: '@widgets.numberInput',
  icon: 'Formula',
  kind: 'field',
  example: { field: { default: 12345.6, precision: 2, thousands: true, isAmountChinese: true } },
  settings: Type.Object({
    min: Type.Optional(Type.Number({ title: '@widgets.setting.min', description: 'Smallest number' })),
    max: Type.Optional(
      Type.Number({ notBelow: 'min', title: '@widgets.setting.max', description: 'Largest number' }),
    ),
    precision: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        title: '@widgets.setting.precision',
        description: 'Decimals, fixed when the field is left',
      }),
    ),
    step: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        title: '@widgets.setting.step',
        description: 'What up and down add',
      }),
    ),
    stepStrictly: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.stepStrictly', description: 'Only multiples of step' }),
    ),
    controls: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.controls', description: 'Buttons for up and down' }),
    ),
    controlsPosition: Type.Optional(
      Type.Union([Type.Literal(''), Type.Literal('right')], {
        title: '@widgets.setting.controlsPosition',
        description: 'Buttons at both ends, or both at the right',
      }),
    ),
    thousands: Type.Optional(
      Type.Boolean({ title: '@widgets.setting.thousands', description: 'Groups of three: 1,234,567' }),
    ),
    isAmountChinese: Type.Optional(
      Type.Boolean({
        title: '@widgets.setting.isAmountChinese',
        description: 'The amount in Chinese capitals under the field',
      }),
    ),
    addonBefore: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.addonBefore',
      description: 'Text in a box before the field: ¥',
    }),
    addonAfter: Type.Optional({
      ...TextWord,
      title: '@widgets.setting.addonAfter',
      description: 'Text in a box after the field: m³',
    }),
  }),
  defaults: {
    step: 1,
    stepStrictly: false,
    controls: false,
    controlsPosition: '',
    thousands: false,
    isAmountChinese: false,
  },
  fromFormData: (field) =>
    given({
      min: readNumber(field['min']),
      max: readNumber(field['max']),
      precision: readNumber(field['precision']),
      step: readNumber(field['step']) || undefined,
      stepStrictly: readFlag(field['step-strictly']),
      controls: readFlag(field['controls']),
      controlsPosition: field['controlsPosition'] === 'right' ? 'right' : undefined,
      thousands: readFlag(field['thousands']),
      isAmountChinese:
        configOf(field)['jnpfKey'] === 'JNPFAmount' ? true : readFlag(field['isAmountChinese']),
      addonBefore: readText(field['addonBefore']),
      addonAfter: readText(field['addonAfter']),
    }),
  value: ({ min, max }) => ({
    type: 'number',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
  normalise(value, { precision }) {
    const parsed = typeof value === 'string' ? parseNumber(value) : null
    const number = parsed && 'value' in parsed ? parsed.value : value
    return typeof number === 'number' && precision !== undefined ? roundTo(number, precision) : number
  },
  check: (value, settings, context) => brokenBound(value, settings, context),
  toText: (value, { precision, thousands }) => formatNumber(value, { precision, thousands }) || String(value),
  fromText(text, settings, context) {
    const parsed = parseNumber(text)
    if (parsed === null) return { error: context.text('@widgets.notNumber', { text }) }
    if ('problem' in parsed) return { error: context.text(`@widgets.${parsed.problem}`, { text }) }
    const value = settings.precision === undefined ? parsed.value : roundTo(parsed.value, settings.precision)
    const error = brokenBound(value, settings, context)
    return error === null ? { value } : { error }
  },
  filter: ['between', 'equals', 'in'],
  sort: 'number',
}

function brokenBound(
  value: unknown,
  { min, max, step, stepStrictly }: NumberInputSettings,
  context: WidgetContext,
): string | null {
  const number = decimalOf(value)
  if (typeof value === 'string') {
    const parsed = parseNumber(value)
    if (parsed && 'problem' in parsed) return context.text(`@widgets.${parsed.problem}`, { text: value })
  }
  if (!number) return null
  if (min !== undefined && number.lessThan(min)) return context.text('@widgets.min', { min })
  if (max !== undefined && number.greaterThan(max)) return context.text('@widgets.max', { max })
  if (stepStrictly && !number.modulo(step).isZero()) return context.text('@widgets.multipleOf', { step })
  return null
}
