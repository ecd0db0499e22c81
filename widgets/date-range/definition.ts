import { formatDate } from '@runtime/date'
import type { Want } from '@runtime/document/constraint'
import type { WidgetDefinition } from '@runtime/widget/definition'
import { momentOfValue, typedMoment } from '@runtime/widget/moment-format'
import { given, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** First and last moment in milliseconds; null where that end is open. An empty range is an empty list. */
export type DateRangeValue = readonly [] | readonly [number | null, number | null]

/** Settings of a range of dates. */
export interface DateRangeSettings {
  /** `yyyy`, `yyyy-MM`, `yyyy-MM-dd`, or one with a time. */
  readonly format: string
}

/** Two dates, the first not after the last. */
export const definition: WidgetDefinition<DateRangeSettings, DateRangeValue> = {
  key: 'date-range',
  jnpfKeys: ['dateRange'],
  group: 'date',
  title: '@inputs.dateRange',
  icon: 'CalendarClock',
  kind: 'field',
  example: { field: { default: [1793462400000, 1796054400000] } },
  settings: Type.Object({
    format: Type.Optional(
      Type.String({
        minLength: 1,
        wants: 'datePattern' satisfies Want,
        title: '@inputs.setting.format',
        description: 'yyyy, yyyy-MM, yyyy-MM-dd, or one with a time',
      }),
    ),
  }),
  defaults: { format: 'yyyy-MM-dd' },
  fromFormData: (field) => given({ format: readText(field['format']) }),
  value: () => ({ type: 'array', items: { type: ['number', 'null'] }, minItems: 2, maxItems: 2 }),
  isEmpty: (value) => rangeOf(value)?.length === 0,
  initial: () => [],
  normalise: (value) => rangeOf(value) ?? value,
  misread(value, { format }, { text, timeZone }) {
    const wrong = Array.isArray(value)
      ? value.find((end) => typeof end === 'string' && momentOfValue(end, timeZone ?? null) === null)
      : undefined
    return wrong === undefined ? null : text('@inputs.notDate', { text: String(wrong), format })
  },
  check: ([from = null, to = null], _, context) =>
    from !== null && to !== null && from > to ? context.text('@inputs.endBeforeStart') : null,
  toText: (value, { format }, { timeZone }) =>
    value.map((ms) => (ms === null ? '' : formatDate(ms, format, timeZone ?? null))).join(' ~ '),
  fromText(text, { format }, context) {
    const parts = text.split(/[~～]|\s至\s/).map((part) => part.trim())
    const ends = [parts[0] ?? '', parts[1] ?? ''].map((part) =>
      part.trim() === '' ? null : (typedMoment(part, format, context.timeZone ?? null) ?? undefined),
    )
    const [from, to] = ends
    if (parts.length > 2 || from === undefined || to === undefined)
      return { error: context.text('@inputs.notDate', { text, format }) }
    if (from !== null && to !== null && from > to) return { error: context.text('@inputs.endBeforeStart') }
    return { value: rangeOf([from, to]) ?? [] }
  },
  notInTable: true,
  notInList: true,
}

/** The range of a stored value; undefined for what is none. Open at both ends it is empty. */
export function rangeOf(value: unknown): DateRangeValue | undefined {
  if (value === null || value === undefined || value === '') return []
  if (!Array.isArray(value) || value.length > 2) return undefined
  const [from, to] = [value[0], value[1]].map((end) =>
    end === null || end === undefined || end === '' ? null : (momentOfValue(end, null) ?? undefined),
  )
  if (from === undefined || to === undefined) return undefined
  return from === null && to === null ? [] : [from, to]
}

/** What is picked: months for `yyyy` and `yyyy-MM`, days for `yyyy-MM-dd`, a time too for the rest (`spec/widgets.md §9`). */
export function rangePickerOf(format: string): 'month' | 'date' | 'datetime' {
  if (format === 'yyyy' || format === 'yyyy-MM') return 'month'
  return format === 'yyyy-MM-dd' ? 'date' : 'datetime'
}
