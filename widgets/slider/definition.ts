import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { decimalOf, parseNumber } from '@runtime/widget/number-format'
import { given, readFlag, readNumber } from '@runtime/widget/read'
import { Type } from 'typebox'

/** A number, or with `range` the two ends. */
export type SliderValue = number | readonly [number, number]

/** Settings of a slider. */
export interface SliderSettings {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly showStops: boolean
  readonly range: boolean
}

/** A number, or a pair of numbers, on a line. */
export const definition: WidgetDefinition<SliderSettings, SliderValue> = {
  key: 'slider',
  jnpfKeys: ['slider'],
  group: 'choice',
  title: '@inputs.slider',
  icon: 'Minus',
  kind: 'field',
  example: { field: { default: 40 } },
  settings: Type.Object({
    min: Type.Optional(Type.Number({ title: '@inputs.setting.min', description: 'The left end' })),
    max: Type.Optional(
      Type.Number({ notBelow: 'min', title: '@inputs.setting.max', description: 'The right end' }),
    ),
    step: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        title: '@inputs.setting.step',
        description: 'Distance of values, counted from the left end',
      }),
    ),
    showStops: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.showStops', description: 'A mark at every step' }),
    ),
    range: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.range', description: 'Two ends; the value is a list of both' }),
    ),
  }),
  defaults: { min: 0, max: 100, step: 1, showStops: false, range: false },
  fromFormData: (field) =>
    given({
      min: readNumber(field['min']),
      max: readNumber(field['max']),
      step: readNumber(field['step']) || undefined,
      showStops: readFlag(field['showStops']),
      range: readFlag(field['range']),
    }),
  value({ min, max, range }) {
    const one = { type: 'number', minimum: min, maximum: max } as const
    return range ? { type: 'array', items: one, minItems: 2, maxItems: 2 } : one
  },
  normalise: (value, { range }) => (range ? pairOf(value) : numberOf(value)),
  check: (value, settings, context) => fault(value, settings, context),
  toText: (value) => (Array.isArray(value) ? value.join(' ~ ') : String(value)),
  fromText(text, settings, context) {
    const parts = settings.range ? text.split(/[~～]/).map((part) => part.trim()) : [text]
    const numbers: number[] = []
    for (const part of parts) {
      const parsed = parseNumber(part)
      if (!parsed || 'problem' in parsed) return { error: context.text('@inputs.notNumber', { text: part }) }
      numbers.push(parsed.value)
    }
    const [first = 0, last = first] = numbers
    const value: SliderValue = settings.range ? [first, last] : first
    const error = outside(value, settings, context) ?? fault(value, settings, context)
    return error === null ? { value } : { error }
  },
  sort: 'number',
  notInTable: true,
  notInList: true,
}

function numberOf(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseNumber(value) : null
  return parsed && 'value' in parsed ? parsed.value : value
}

function pairOf(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('[')) {
    try {
      return pairOf(JSON.parse(value))
    } catch {
      return value
    }
  }
  return Array.isArray(value) ? value.map(numberOf) : value
}

function outside(value: SliderValue, { min, max }: SliderSettings, context: WidgetContext): string | null {
  const ends = typeof value === 'number' ? [value] : value
  const fits = ends.every((end) => end >= min && end <= max)
  return fits ? null : context.text('@inputs.outOfRange', { min, max })
}

function fault(value: SliderValue, { min, step }: SliderSettings, context: WidgetContext): string | null {
  const ends = typeof value === 'number' ? [value] : value
  if (!Array.isArray(ends)) return null
  const offStep = ends.some((end) => decimalOf(end)?.minus(min).modulo(step).isZero() === false)
  if (offStep) return context.text('@inputs.notStep', { step })
  return (ends[0] ?? 0) > (ends[1] ?? ends[0] ?? 0) ? context.text('@inputs.reversed') : null
}
