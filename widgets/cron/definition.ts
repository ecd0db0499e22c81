import { cronFault, nextTimes, type Rhythm, rhythmOf } from '@runtime/date/cron'
import { Text as TextWord } from '@runtime/document/words'
import type { Text } from '@runtime/text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of a cron expression. */
export interface CronSettings {
  /** Expressions that are offered by a name. */
  readonly presets: readonly { readonly label: Text; readonly value: string }[]
  /** So many of the next times are shown. */
  readonly times: number
  /** The zone in which it is meant; empty: the person's. */
  readonly timeZone: string
}

/** When something comes again and again: a cron expression of five parts, `30 6 * * 1,4`. */
export const definition: WidgetDefinition<CronSettings, string> = {
  key: 'cron',
  jnpfKeys: [],
  group: 'date',
  title: '@cron.widget',
  icon: 'Schedule',
  kind: 'field',
  long: true,
  notInTable: true,
  example: { field: { default: '30 6 * * 1,4' } },
  settings: Type.Object({
    presets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            label: { ...TextWord, title: '@cron.setting.presetLabel' },
            value: Type.String({ title: '@cron.setting.presetValue' }),
          },
          { additionalProperties: false },
        ),
        {
          title: '@cron.setting.presets',
          description: '@cron.setting.presetsHelp',
          examples: [[{ label: '@cron.everyHour', value: '0 * * * *' }]],
        },
      ),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        title: '@cron.setting.times',
        description: '@cron.setting.timesHelp',
        examples: [5],
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        title: '@cron.setting.timeZone',
        description: '@cron.setting.timeZoneHelp',
        examples: ['Asia/Shanghai'],
      }),
    ),
  }),
  defaults: {
    presets: [
      { label: '@cron.everyHour', value: '0 * * * *' },
      { label: '@cron.everyMorning', value: '0 6 * * *' },
      { label: '@cron.everyMonday', value: '0 6 * * 1' },
      { label: '@cron.everyFirst', value: '0 6 1 * *' },
    ],
    times: 5,
    timeZone: '',
  },
  value: () => ({ type: 'string', maxLength: 200 }),
  normalise: (value) => (typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value),
  check: (value, _settings, context) => faultText(value, context),
  fromText(text, _settings, context) {
    const value = text.trim().replace(/\s+/g, ' ')
    const fault = faultText(value, context)
    return fault === null ? { value } : { error: fault }
  },
  filter: ['contains', 'equals'],
  sort: 'text',
}

/** What is wrong with an expression, in the reader's language; null: nothing. */
export function faultText(value: unknown, { text }: Pick<WidgetContext, 'text'>): string | null {
  const fault = cronFault(String(value))
  if (fault === null) return null
  if (fault.kind === 'parts') return text('@cron.parts', { count: fault.count })
  if (fault.kind === 'never') return text('@cron.never')
  return text('@cron.badPart', {
    part: text(`@cron.part.${fault.part}`),
    found: fault.text,
    range: text(`@cron.range.${fault.part}`),
  })
}

/** The expression in words: "每周一、周四 06:30"; one that has no shorter way is itself. */
export function cronText(value: string, { text }: Pick<WidgetContext, 'text'>): string {
  const rhythm = rhythmOf(value)
  if (!rhythm) return value
  const { kind } = rhythm
  if (kind === 'minutes') return text('@cron.says.minutes', { every: rhythm.every })
  if (kind === 'hours') return text('@cron.says.hours', { every: rhythm.every, minute: rhythm.minute })
  return text(`@cron.says.${kind}`, { time: clockOf(rhythm), days: daysText(rhythm, text) })
}

function daysText(rhythm: Rhythm, text: WidgetContext['text']): string {
  if (rhythm.kind === 'weekly')
    return rhythm.days.map((day) => text(`@cron.weekday.${day}`)).join(text('@cron.and'))
  return rhythm.kind === 'monthly' ? rhythm.days.join(text('@cron.and')) : ''
}

/** `06:30`. */
export function clockOf({ hour, minute }: { readonly hour: number; readonly minute: number }): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The zone in which an expression is meant; null: the machine's. */
export function zoneOf({ timeZone }: CronSettings, host: Pick<WidgetContext, 'timeZone'>): string | null {
  return timeZone || (host.timeZone ?? null)
}

/** The next times of a sound expression in milliseconds; none of another, or in a zone that there is not. */
export function timesOf(value: unknown, zone: string | null, now: number, count: number): readonly number[] {
  if (typeof value !== 'string' || count < 1 || cronFault(value) !== null) return []
  try {
    return nextTimes(value, zone, now, count).map((time) => time.getTime())
  } catch {
    return []
  }
}
