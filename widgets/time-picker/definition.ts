import { formatDate, formatTime, parseTime } from '@runtime/date'
import { notBelow, type Want } from '@runtime/document/constraint'
import type { WidgetDefinition } from '@runtime/widget/definition'
import {
  type BoundSettings,
  boundSchema,
  readBound,
  timeFault,
  timeRange,
} from '@runtime/widget/moment-bound'
import { timeText, typedTime } from '@runtime/widget/moment-format'
import { given, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a time of day. */
export interface TimePickerSettings extends BoundSettings {
  /** `HH:mm:ss` or `HH:mm`. */
  readonly format: string
  /** A new record begins with the present time. */
  readonly defaultCurrent: boolean
}

/** A time of day, stored as `HH:mm:ss` (`spec/widgets.md §4`). */
export const definition: WidgetDefinition<TimePickerSettings, string> = {
  key: 'time-picker',
  jnpfKeys: ['timePicker', 'time'],
  group: 'date',
  title: '@dates.timePicker',
  icon: 'ClockCircle',
  kind: 'field',
  example: { field: { default: '06:30:00' } },
  settings: Type.Object({
    format: Type.Optional(
      Type.String({
        minLength: 1,
        wants: 'datePattern' satisfies Want,
        title: '@dates.setting.format',
        description: '@dates.setting.timeFormatHelp',
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
  defaults: { format: 'HH:mm:ss', defaultCurrent: false },
  fromFormData: (field) =>
    given({
      format: readText(field['format']),
      start: readBound(field, 'start', 'time'),
      end: readBound(field, 'end', 'time'),
    }),
  value: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' }),
  initial: ({ defaultCurrent, format }, { now, timeZone }) =>
    (defaultCurrent ? presentTime(now(), format, timeZone) : null) as string,
  normalise(value) {
    const seconds = typeof value === 'string' ? typedTime(value) : null
    return seconds === null ? value : timeText(seconds)
  },
  misread: (value, { format }, { text }) =>
    typeof value === 'string' && typedTime(value) === null
      ? text('@dates.notTime', { text: value, format })
      : null,
  check: timeFault,
  locked: (settings, context) => timeRange(settings, context).closed,
  toText(value, { format }) {
    const seconds = typeof value === 'string' ? parseTime(value) : null
    return seconds === null ? String(value ?? '') : formatTime(seconds, format)
  },
  fromText(text, { format }, context) {
    const seconds = typedTime(text)
    return seconds === null
      ? { error: context.text('@dates.notTime', { text, format }) }
      : { value: timeText(seconds) }
  },
  filter: ['between', 'equals'],
  sort: 'text',
}

/** The present time, without seconds where the format has none. */
function presentTime(ms: number, format: string, timeZone: string | undefined): string {
  const zone = timeZone ?? null
  return formatDate(ms, /s/.test(format) ? 'HH:mm:ss' : "HH:mm':00'", zone)
}
