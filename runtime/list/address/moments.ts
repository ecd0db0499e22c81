import { addUnits, formatDate, parseDate, startOf, type TimeZone } from '../../date'
import type { FieldPlan } from '../../form/plan'
import { type BoundUnit, endOf, unitOf } from '../bounds'

/** Which end of a range a moment is; null: it stands alone. */
export type End = 'from' | 'to' | null

/** From the longest; what an address says a moment to, and how. */
const UNITS: readonly (readonly [unit: BoundUnit, pattern: string])[] = [
  ['year', 'yyyy'],
  ['month', 'yyyy-MM'],
  ['day', 'yyyy-MM-dd'],
  ['hour', "yyyy-MM-dd'T'HH"],
  ['minute', "yyyy-MM-dd'T'HH:mm"],
  ['second', "yyyy-MM-dd'T'HH:mm:ss"],
]
const EXACT = "yyyy-MM-dd'T'HH:mm:ss.SSS"
const MOMENT = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d(?:\.\d{3})?)?)?)?)?)?$/

/**
 * A moment of a field as it stands in an address, on the viewer's clock: `2026-11-01`, no longer than it must be. What ends a range
 * is the end of the day (month, minute) that is named; a finer text than the field's own names a moment itself.
 */
export function momentText(ms: number, field: FieldPlan, end: End, zone: TimeZone): string {
  const own = UNITS.findIndex(([unit]) => unit === unitOf(field))
  for (const [at, [unit, pattern]] of UNITS.entries()) {
    const isNamed = at === own && end === 'to' ? endOf(ms, unit, zone) === ms : startOf(ms, unit, zone) === ms
    if (at < own || (at === own ? !isNamed : startOf(ms, unit, zone) !== ms)) continue
    const text = formatDate(ms, pattern, zone)
    if (readMoment(text, field, end, zone) === ms) return text
  }
  const exact = formatDate(ms, EXACT, zone)
  return readMoment(exact, field, end, zone) === ms ? exact : String(ms)
}

/** The moment that such a text names; null: it names none. */
export function readMoment(text: string, field: FieldPlan, end: End, zone: TimeZone): number | null {
  const start = MOMENT.test(text) ? parseDate(text, zone) : null
  if (start === null || end !== 'to') return start
  const at = UNITS.findIndex(([, pattern]) => pattern.replaceAll("'", '').length === text.length)
  const unit = UNITS[at]?.[0]
  const isCoarse = unit !== undefined && at <= UNITS.findIndex(([one]) => one === unitOf(field))
  return isCoarse ? addUnits(start, 1, unit, zone) - 1 : start
}
