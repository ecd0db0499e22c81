import { clockOf, DAY_MS } from '@runtime/date'
import { compileExpression, type Expression } from '@runtime/expression'
import { readRepetition } from '@runtime/schedule/repetition'
import { MOST_COUNT, RULE_LENGTH, type ScheduleFault } from '@runtime/schedule/rule'
import type { Wall } from '@runtime/schedule/wall'
import { ruleInWords } from '@runtime/schedule/words'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of a repetition. */
export interface RecurrenceSettings {
  /** What gives the moment at which it begins, in milliseconds; empty: the present one. */
  readonly start: string
  /** What gives the zone on whose clocks it is meant; empty: the person's. */
  readonly timeZone: string
  /** So many of the next dates are shown. */
  readonly times: number
}

/** How something repeats: the text of an RFC 5545 rule, at most once a day, `FREQ=WEEKLY;BYDAY=MO,WE`. */
export const definition: WidgetDefinition<RecurrenceSettings, string> = {
  key: 'recurrence',
  jnpfKeys: [],
  group: 'date',
  title: '@recurrence.widget',
  icon: 'Sync',
  kind: 'field',
  long: true,
  notInTable: true,
  example: { field: { default: 'FREQ=WEEKLY;BYDAY=MO,WE,FR' } },
  settings: Type.Object({
    start: Type.Optional(
      Type.String({
        title: '@recurrence.setting.start',
        description: '@recurrence.setting.startHelp',
        examples: ['startDay'],
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        title: '@recurrence.setting.timeZone',
        description: '@recurrence.setting.timeZoneHelp',
        examples: ['zone'],
      }),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        title: '@recurrence.setting.times',
        description: '@recurrence.setting.timesHelp',
        examples: [3],
      }),
    ),
  }),
  defaults: { start: '', timeZone: '', times: 3 },
  value: () => ({ type: 'string', maxLength: RULE_LENGTH }),
  normalise: (value) => (typeof value === 'string' ? value.trim() : value),
  check(value, settings, context) {
    const { start, zone } = beginOf(settings, context)
    const fault = faultOf(value, start, zone)
    return fault && faultText(fault, context)
  },
  toText: (value, _settings, context) => recurrenceText(value, context),
  fromText(text, _settings, context) {
    const value = text.trim()
    const { fault } = readRepetition(value, context.timeZone ?? 'UTC')
    return fault === null ? { value } : { error: faultText(fault, context) }
  },
  filter: ['contains', 'equals'],
  sort: 'text',
}

type Begin = Pick<WidgetContext, 'now' | 'timeZone' | 'get'>

/** Paths of the fields that a setting reads. */
export const pathsOf = (settings: RecurrenceSettings): readonly string[] =>
  [settings.start, settings.timeZone].flatMap((source) => read(source)?.dependencies ?? [])

/** When it begins, on the clocks that it is meant by; null where that is not said yet. */
export function beginOf(settings: RecurrenceSettings, context: Begin): { start: Wall | null; zone: string } {
  const { timeZone = 'UTC' } = context
  const given = (source: string) => read(source)?.evaluate({ get: (name) => context.get(name) })
  const own = given(settings.timeZone)
  const zone = typeof own === 'string' && own !== '' ? own : timeZone
  const start = settings.start === '' ? context.now() : given(settings.start)
  return { start: typeof start === 'number' ? clockOf(start, zone) : null, zone }
}

/** A setting as an expression; null for what is none. */
function read(source: string): Expression | null {
  if (source === '') return null
  try {
    return compileExpression(source)
  } catch {
    return null
  }
}

function faultOf(value: string, start: Wall | null, zone: string): ScheduleFault | null {
  const { rule, fault } = readRepetition(value, zone)
  if (fault !== null) return fault
  const until = rule?.until ?? null
  return start !== null && until !== null && until < Math.floor(start / DAY_MS) * DAY_MS ? 'until' : null
}

/** Why it is no repetition, in the reader's language. */
export function faultText(fault: ScheduleFault, { text }: Pick<WidgetContext, 'text'>): string {
  const [message = '@schedule.ruleWrong', params] = MESSAGES[fault] ?? []
  return text(message, params)
}

const MESSAGES: Partial<Record<ScheduleFault, readonly [string, Readonly<Record<string, number>>?]>> = {
  count: ['@recurrence.tooMany', { count: MOST_COUNT }],
  until: ['@recurrence.endsBefore'],
  never: ['@schedule.ruleNever'],
  rare: ['@schedule.ruleRare'],
}

/** The rule in words; what is none is itself. */
export function recurrenceText(
  value: string,
  { text, timeZone = 'UTC' }: Pick<WidgetContext, 'text' | 'timeZone'>,
): string {
  const { rule } = readRepetition(value, timeZone)
  return rule === null ? value : ruleInWords(rule, text)
}
