import { asWord } from '@runtime/json'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { decimalOf, formatNumber, parseNumber, roundTo } from '@runtime/widget/number-format'
import { given, readNumber } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Lowest and highest number; null where that end is open. An empty range is an empty list. */
export type NumberRangeValue = readonly [] | readonly [number | null, number | null]

/** Settings of a range of numbers. */
export interface NumberRangeSettings {
  readonly min?: number
  readonly max?: number
  readonly precision?: number
}

/** Two numbers, the first not above the last. Zero counts as a value (`spec/widgets.md §5`). */
export const definition: WidgetDefinition<NumberRangeSettings, NumberRangeValue> = {
  key: 'number-range',
  jnpfKeys: ['numRange', 'numberRange'],
  group: 'text',
  title: '@inputs.numberRange',
  icon: 'Formula',
  kind: 'field',
  example: { field: { default: [0.39, 0.43], precision: 2 } },
  settings: Type.Object({
    min: Type.Optional(
      Type.Number({ title: '@inputs.setting.min', description: 'Smallest number of either end' }),
    ),
    max: Type.Optional(
      Type.Number({
        notBelow: 'min',
        title: '@inputs.setting.max',
        description: 'Largest number of either end',
      }),
    ),
    precision: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        title: '@inputs.setting.precision',
        description: 'Decimals, fixed when an end is left',
      }),
    ),
  }),
  defaults: {},
  fromFormData: (field) =>
    given({
      min: readNumber(field['min']),
      max: readNumber(field['max']),
      precision: readNumber(field['precision']),
    }),
  value: ({ min, max }) => ({
    type: 'array',
    items: {
      type: ['number', 'null'],
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
    },
    minItems: 2,
    maxItems: 2,
  }),
  isEmpty: (value) => rangeOf(value)?.length === 0,
  initial: () => [],
  normalise: (value, { precision }) => rangeOf(value, precision) ?? value,
  misread(value, _, { text }) {
    const wrong = Array.isArray(value) ? value.find((end) => endOf(end, undefined) === undefined) : undefined
    return wrong === undefined ? null : text('@inputs.notNumber', { text: asWord(wrong) })
  },
  check(value, { min, max }, context) {
    for (const end of value) {
      const number = decimalOf(end)
      if (end !== null && typeof end !== 'number')
        return context.text('@inputs.notNumber', { text: asWord(end) })
      if (min !== undefined && number?.lessThan(min)) return context.text('@widgets.min', { min })
      if (max !== undefined && number?.greaterThan(max)) return context.text('@widgets.max', { max })
    }
    const [from = null, to = null] = value
    return from !== null && to !== null && from > to ? context.text('@inputs.reversed') : null
  },
  toText: (value, { precision }) => value.map((end) => endText(end, precision)).join(' ~ '),
  fromText(text, settings, context) {
    const ends: (number | null)[] = []
    const parts = text.split(/[~～]/).map((part) => part.trim())
    for (const part of parts.length > 2 ? [text] : [parts[0] ?? '', parts[1] ?? '']) {
      const parsed = parseNumber(part)
      if (parsed && 'problem' in parsed) return { error: context.text('@inputs.notNumber', { text: part }) }
      ends.push(parsed?.value ?? null)
    }
    const value = rangeOf(ends, settings.precision) ?? []
    const error = definition.check?.(value, settings, context) ?? null
    return error === null ? { value } : { error }
  },
  notInTable: true,
  notInList: true,
}

/** The range of a stored value; undefined for what is none. Open at both ends it is empty. */
export function rangeOf(value: unknown, precision?: number): NumberRangeValue | undefined {
  if (value === null || value === undefined || value === '') return []
  if (!Array.isArray(value) || value.length > 2) return undefined
  const [from, to] = [value[0], value[1]].map((end) => endOf(end, precision))
  if (from === undefined || to === undefined) return undefined
  return from === null && to === null ? [] : [from, to]
}

function endOf(end: unknown, precision: number | undefined): number | null | undefined {
  if (end === null || end === undefined || end === '') return null
  const parsed = parseNumber(asWord(end))
  if (!parsed || 'problem' in parsed) return undefined
  return precision === undefined ? parsed.value : roundTo(parsed.value, precision)
}

/** One end as people read it; a text that is no number stands as it is. */
export function endText(end: unknown, precision: number | undefined): string {
  if (end === null || end === undefined) return ''
  return formatNumber(end, { precision }) || asWord(end)
}
