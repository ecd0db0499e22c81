import { Type } from 'typebox'
import { addUnits, type DateUnit, formatDate, parseTime, partsOf, startOf } from '../date'
import type { WidgetContext } from './definition'
import { momentOfValue, pickerOf, timeText } from './moment-format'
import { type FormDataField, readFlag, readNumber, readText } from './read'

/**
 * The earliest or latest value (`reference/formdata-format.md §4`, bound types 1 to 5): fixed, another field's, the
 * present moment, or a number of units before or after it.
 */
export type MomentBound =
  | { readonly kind: 'fixed'; readonly value: number | string }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'now' }
  | { readonly kind: 'before' | 'after'; readonly amount: number; readonly unit: BoundUnit }

export type BoundUnit = Exclude<DateUnit, 'week'>

export interface BoundSettings {
  readonly start?: MomentBound
  readonly end?: MomentBound
}

const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** The setting `start` or `end` as JSON Schema. */
export function boundSchema(title: string, description: string) {
  const unit = Type.Union(UNITS.map((name) => Type.Literal(name)))
  return Type.Union(
    [
      Type.Object(
        { kind: Type.Literal('fixed'), value: Type.Union([Type.Number(), Type.String()]) },
        { title: '@schemaForm.bound.fixed' },
      ),
      Type.Object(
        { kind: Type.Literal('field'), field: Type.String({ minLength: 1 }) },
        { title: '@schemaForm.bound.field' },
      ),
      Type.Object({ kind: Type.Literal('now') }, { title: '@schemaForm.bound.now' }),
      Type.Object(
        {
          kind: Type.Union([Type.Literal('before'), Type.Literal('after')]),
          amount: Type.Number({ minimum: 0 }),
          unit,
        },
        { title: '@schemaForm.bound.shifted' },
      ),
    ],
    { title, description },
  )
}

const TIME_UNITS: readonly BoundUnit[] = ['hour', 'minute', 'second']

/** Reads `startTimeRule`, `startTimeType` … of a field; undefined where the rule is off or says nothing. */
export function readBound(
  field: FormDataField,
  side: 'start' | 'end',
  of: 'date' | 'time',
): MomentBound | undefined {
  const config = (field['__config__'] ?? {}) as FormDataField
  const get = (name: string) => config[`${side}${name}`] ?? field[`${side}${name}`]
  if (readFlag(get('TimeRule')) !== true) return undefined
  const value = get('TimeValue')
  switch (readNumber(get('TimeType')) ?? 1) {
    case 2: {
      const name = readText(get('RelationField'))
      return name === undefined ? undefined : { kind: 'field', field: name.replace('-', '.') }
    }
    case 3:
      return { kind: 'now' }
    case 4:
    case 5: {
      const kind = readNumber(get('TimeType')) === 4 ? 'before' : 'after'
      const target = readNumber(get('TimeTarget')) ?? 1
      const unit = of === 'time' ? TIME_UNITS[(target - 1) % 3] : UNITS[target - 1]
      return unit ? { kind, amount: Math.max(0, readNumber(value) ?? 0), unit } : undefined
    }
    default:
      return value === null || value === undefined || value === ''
        ? undefined
        : { kind: 'fixed', value: readNumber(value) ?? String(value) }
  }
}

/** Paths of the fields that the bounds are taken from. */
export function boundFields({ start, end }: BoundSettings): readonly string[] {
  return [start, end].flatMap((bound) => (bound?.kind === 'field' ? [bound.field] : []))
}

/** What bounds may be worked out from. */
export type BoundContext = Pick<WidgetContext, 'now' | 'timeZone' | 'get'>

/** Earliest and latest value; null where there is none. `closed`: they leave nothing, so the field is read-only. */
export interface Range {
  readonly start: number | null
  readonly end: number | null
  readonly closed: boolean
}

function range(start: number | null, end: number | null): Range {
  return { start, end, closed: start !== null && end !== null && start > end }
}

/** The bounds of a date in milliseconds. The end is the last moment of its day, month or year (`spec/widgets.md §9`). */
export function dateRange(
  settings: BoundSettings & { readonly format: string },
  context: BoundContext,
): Range {
  const zone = context.timeZone ?? null
  const picker = pickerOf(settings.format)
  const start = dateBound(settings.start, context)
  const end = dateBound(settings.end, context)
  const unit = picker === 'datetime' || picker === 'date' ? 'day' : picker
  return range(
    start === null || picker === 'datetime' ? start : startOf(start, unit, zone),
    end === null ? null : addUnits(startOf(end, unit, zone), 1, unit, zone) - 1,
  )
}

function dateBound(bound: MomentBound | undefined, context: BoundContext): number | null {
  const zone = context.timeZone ?? null
  if (!bound) return null
  switch (bound.kind) {
    case 'fixed':
      return momentOfValue(bound.value, zone)
    case 'field':
      return momentOfValue(context.get(bound.field), zone)
    case 'now':
      return context.now()
    default:
      return addUnits(context.now(), bound.kind === 'before' ? -bound.amount : bound.amount, bound.unit, zone)
  }
}

const DAY_SECONDS = 86_400
const LAST_SECOND = DAY_SECONDS - 1

/** The bounds of a time of day in seconds since midnight; without any, the whole day (`spec/widgets.md §9`). */
export function timeRange(settings: BoundSettings, context: BoundContext): Range {
  return range(timeBound(settings.start, context) ?? 0, timeBound(settings.end, context) ?? LAST_SECOND)
}

function timeBound(bound: MomentBound | undefined, context: BoundContext): number | null {
  if (!bound) return null
  switch (bound.kind) {
    case 'fixed':
      return secondsOf(bound.value, context)
    case 'field':
      return secondsOf(context.get(bound.field), context)
    default:
      return relativeSeconds(bound, context)
  }
}

/** A bound before midnight is the day's beginning, one after midnight its end. */
function relativeSeconds(
  bound: Exclude<MomentBound, { kind: 'fixed' | 'field' }>,
  context: BoundContext,
): number {
  const now = secondsOfDay(context.now(), context)
  if (bound.kind === 'now') return now
  const span = Math.round(addUnits(0, bound.amount, bound.unit, 'UTC') / 1000)
  return Math.min(LAST_SECOND, Math.max(0, bound.kind === 'before' ? now - span : now + span))
}

/** Seconds of `08:30` (`:00` is appended) or of a timestamp's time of day. */
function secondsOf(value: unknown, context: BoundContext): number | null {
  if (typeof value === 'string') return parseTime(value)
  return typeof value === 'number' ? secondsOfDay(value, context) : null
}

function secondsOfDay(ms: number, { timeZone }: BoundContext): number {
  const { hour, minute, second } = partsOf(ms, timeZone ?? null)
  return hour * 3600 + minute * 60 + second
}

/** The sentence for a date out of its bounds, or null. A closed range validates nothing: nobody can enter a value. */
export function dateFault(
  value: unknown,
  settings: BoundSettings & { readonly format: string },
  context: WidgetContext,
): string | null {
  const zone = context.timeZone ?? null
  const ms = momentOfValue(value, zone)
  if (ms === null) return context.text('@dates.notDate', { text: String(value), format: settings.format })
  const { start, end, closed } = dateRange(settings, context)
  const translate = (bound: number) => formatDate(bound, settings.format, zone)
  // A value shows no more than its format, so it is validated by that: the start's own day is within.
  if (closed) return null
  if (start !== null && ms < start && translate(ms) !== translate(start))
    return context.text('@dates.tooEarly', { start: translate(start) })
  return end !== null && ms > end ? context.text('@dates.tooLate', { end: translate(end) }) : null
}

/** The sentence for a time out of its bounds, or null. */
export function timeFault(
  value: unknown,
  settings: BoundSettings & { readonly format: string },
  context: WidgetContext,
): string | null {
  const seconds = typeof value === 'string' ? parseTime(value) : null
  if (seconds === null || seconds >= DAY_SECONDS)
    return context.text('@dates.notTime', { text: String(value), format: settings.format })
  const { start, end, closed } = timeRange(settings, context)
  if (closed) return null
  if (start !== null && seconds < start) return context.text('@dates.tooEarly', { start: timeText(start) })
  return end !== null && seconds > end ? context.text('@dates.tooLate', { end: timeText(end) }) : null
}
