import { asNumber, isRecord } from '../../json'
import { jsonEqual } from '../../schema'
import type { Weight } from './change'
import { isNothing } from './values'

/** Settings that say how much there may be; none, and where `0` means that none, is no limit. */
const MOST = new Set(['maxlength', 'limit', 'fileSize', 'max', 'precision', 'count'])
const NOUGHT_IS_NONE = new Set(['maxlength', 'limit', 'fileSize'])
/** Settings that refuse values wherever they say something. */
const RESTRICTING = new Set(['accept', 'start', 'end', 'ableIds', 'sizeUnit', 'stepStrictly', 'lastLevel'])

/** How a setting's change bears on values that are stored. */
export function weightOf(name: string, before: unknown, after: unknown): Weight {
  if (name === 'multiple') return before === true && after !== true ? 'loss' : 'other'
  if (name === 'isStorage') return before !== false && after === false ? 'loss' : 'other'
  if (name === 'required' || name === 'unique') return after === true ? 'tighter' : 'other'
  if (MOST.has(name)) return narrower(limitOf(name, before), limitOf(name, after)) ? 'tighter' : 'other'
  if (name === 'min') return narrower(limitOf(name, after), limitOf(name, before), true) ? 'tighter' : 'other'
  if (name === 'regList') return hasMore(before, after) ? 'tighter' : 'other'
  return RESTRICTING.has(name) && !isNothing(after) && after !== false ? 'tighter' : 'other'
}

function limitOf(name: string, value: unknown): number | undefined {
  const number = isNothing(value) ? Number.NaN : asNumber(value)
  return Number.isNaN(number) || (number === 0 && NOUGHT_IS_NONE.has(name)) ? undefined : number
}

/** Whether `next` leaves less room below than `old`; turned round for a limit from below. */
function narrower(old: number | undefined, next: number | undefined, isTurned = false): boolean {
  if (isTurned) return old !== undefined && (next === undefined || next < old)
  return next !== undefined && (old === undefined || next < old)
}

/** Whether a list has an item that the other has not; patterns by what they let pass. */
function hasMore(before: unknown, after: unknown): boolean {
  if (!Array.isArray(after)) return false
  const rule = (one: unknown): unknown => (isRecord(one) ? one['pattern'] : one)
  const old = Array.isArray(before) ? before.map(rule) : []
  return after.some((one) => !old.some((other) => jsonEqual(rule(one), other)))
}
