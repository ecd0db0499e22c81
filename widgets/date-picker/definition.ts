import { formatDate } from '@runtime/date'
import { notBelow, type Want } from '@runtime/document/constraint'
import { asWord } from '@runtime/json'
import type { WidgetDefinition } from '@runtime/widget/definition'
import {
  type BoundSettings,
  boundSchema,
  dateFault,
  dateRange,
  readBound,
} from '@runtime/widget/moment-bound'
import { momentOfValue, truncated, typedMoment } from '@runtime/widget/moment-format'
import { given, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a date. */
export interface DatePickerSettings extends BoundSettings {
  /** `yyyy`, `yyyy-MM`, `yyyy-MM-dd`, or one with a time. */
  readonly format: string
  /** A new record begins with the present moment. */
  readonly defaultCurrent: boolean
  /** Of a search: the time that a day without one has. No word of a document. */
  readonly dayTime?: 'first' | 'last'
}

/** A moment, stored as milliseconds; its format decides what is picked (`spec/widgets.md §4`). */
export const definition: WidgetDefinition<DatePickerSettings, number> = {
  key: 'date-picker',
  jnpfKeys: ['datePicker', 'date'],
  group: 'date',
  title: '@dates.datePicker',
  icon: 'Calendar',
  kind: 'field',
  example: { field: { default: 1793462400000 } },
  settings: Type.Object({
    format: Type.Optional(
      Type.String({
        minLength: 1,
        wants: 'datePattern' satisfies Want,
        title: '@dates.setting.format',
        description: '@dates.setting.dateFormatHelp',
      }),
    ),
    defaultCurrent: Type.Optional(
      Type.Boolean({
        title: '@dates.setting.defaultCurrent',
        description: '@dates.setting.defaultCurrentHelp',
      }),
    ),
    start: Type.Optional(boundSchema('@dates.setting.start', '@dates.setting.startHelp')),
    end: Type.Optional(notBelow(boundSchema('@dates.setting.end', '@dates.setting.endHelp'), 'start')),
  }),
  defaults: { format: 'yyyy-MM-dd HH:mm:ss', defaultCurrent: false },
  fromFormData: (field) =>
    given({
      format: readText(field['format']),
      start: readBound(field, 'start', 'date'),
      end: readBound(field, 'end', 'date'),
    }),
  value: () => ({ type: 'number' }),
  initial: ({ defaultCurrent, format }, { now, timeZone }) =>
    (defaultCurrent ? truncated(now(), format, timeZone ?? null) : null) as number,
  normalise: (value) => momentOfValue(value, null) ?? value,
  misread: (value, { format }, { text, timeZone }) =>
    momentOfValue(value, timeZone ?? null) === null
      ? text('@dates.notDate', { text: asWord(value), format })
      : null,
  check: dateFault,
  locked: (settings, context) => dateRange(settings, context).closed,
  toText(value, { format }, { timeZone }) {
    const ms = momentOfValue(value, timeZone ?? null)
    return ms === null ? String(value ?? '') : formatDate(ms, format, timeZone ?? null)
  },
  fromText(text, { format }, context) {
    const ms = typedMoment(text, format, context.timeZone ?? null)
    return ms === null ? { error: context.text('@dates.notDate', { text, format }) } : { value: ms }
  },
  filter: ['between', 'equals'],
  sort: 'number',
}
