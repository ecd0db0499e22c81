import type { FieldPlan } from '@runtime/form/plan'
import dayjs, { type ManipulateType, type OpUnitType } from 'dayjs'

/** An end of a range; blank is open. */
export function readBound(value: unknown): unknown {
  return value === '' || value === undefined ? null : value
}

/** A range as it is asked: the end of a date is the end of its day, month or year (`spec/widgets.md §9`). */
export function boundsOf(field: FieldPlan, from: unknown, to: unknown): readonly [unknown, unknown] | null {
  if (from === null && to === null) return null
  return [from, typeof to === 'number' && isDate(field) ? endOf(to, unitOf(field)) : to]
}

function isDate({ widget, settings }: FieldPlan): boolean {
  return widget === 'date-picker' || settings['type'] === 'createTime' || settings['type'] === 'modifyTime'
}

/** The unit that the format ends with; null when it goes to the second. */
function unitOf({ settings }: FieldPlan): OpUnitType | null {
  const format = typeof settings['format'] === 'string' ? settings['format'] : 'yyyy-MM-dd'
  if (/s/.test(format)) return null
  if (/m/.test(format)) return 'minute'
  if (/[Hh]/.test(format)) return 'hour'
  if (/d/i.test(format.replace('yyyy', ''))) return 'day'
  return format.includes('M') ? 'month' : 'year'
}

function endOf(time: number, unit: OpUnitType | null): number {
  return unit === null
    ? time
    : dayjs(time)
        .endOf(unit as ManipulateType)
        .valueOf()
}
