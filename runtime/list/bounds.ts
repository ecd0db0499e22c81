import { addUnits, type DateUnit, startOf, type TimeZone } from '../date'
import type { FieldPlan } from '../form/plan'

/** An end of a range; blank is open. */
export function readBound(value: unknown): unknown {
  return value === '' || value === undefined ? null : value
}

/** A range as it is asked: the end of a date is the end of its day, month or year (`spec/widgets.md §9`). */
export function boundsOf(
  field: FieldPlan,
  from: unknown,
  to: unknown,
  zone: TimeZone,
): readonly [unknown, unknown] | null {
  if (from === null && to === null) return null
  return [from, typeof to === 'number' && isDate(field) ? endOf(to, unitOf(field), zone) : to]
}

/** Whether a field holds moments. */
export function isDate({ widget, settings }: FieldPlan): boolean {
  return widget === 'date-picker' || settings['type'] === 'createTime' || settings['type'] === 'modifyTime'
}

/** The unit that the format ends with. */
export function unitOf({ settings }: FieldPlan): BoundUnit {
  const format = typeof settings['format'] === 'string' ? settings['format'] : 'yyyy-MM-dd'
  if (/s/.test(format)) return 'second'
  if (/m/.test(format)) return 'minute'
  if (/[Hh]/.test(format)) return 'hour'
  if (/d/i.test(format.replace('yyyy', ''))) return 'day'
  return format.includes('M') ? 'month' : 'year'
}

export type BoundUnit = Exclude<DateUnit, 'week'>

/** The last millisecond of the unit that a time lies in. */
export function endOf(time: number, unit: BoundUnit, zone: TimeZone): number {
  return addUnits(startOf(time, unit, zone), 1, unit, zone) - 1
}
