import type { TimeZone } from '../../date'
import type { FieldPlan } from '../../form/plan'
import { isDate } from '../bounds'
import type { ConditionShape } from '../condition-draft'
import { type End, momentText, readMoment } from './moments'
import { listToken, readListToken, readToken, tokenOf } from './tokens'

/** What a value is of, and on whose clock it is read. */
export interface Valued {
  readonly field: FieldPlan
  readonly shape: ConditionShape
  readonly zone: TimeZone
}

/** A value as it stands in an address; of moments a date or a time. */
export function writeValue(value: unknown, valued: Valued): string {
  const { field, shape, zone } = valued
  if (shape !== 'one' && Array.isArray(value)) {
    const isOfMoments = isDate(field) && value.every((one) => isEmpty(one) || typeof one === 'number')
    if (!isOfMoments || value.length < 2) return listToken(value)
    return value.map((one, at) => (isEmpty(one) ? '' : momentText(one, field, endAt(shape, at), zone))).join()
  }
  if (!isDate(field)) return tokenOf(value)
  if (typeof value === 'number') return momentText(value, field, null, zone)
  const token = tokenOf(value)
  // Text that would be read as a moment says that it is text.
  return typeof value === 'string' && readMoment(token, field, null, zone) !== null
    ? JSON.stringify(value)
    : token
}

/** The value of such a text. */
export function readValue(text: string, { field, shape, zone }: Valued): unknown {
  if (!isDate(field)) return shape === 'one' ? readToken(text) : readListToken(text)
  if (shape === 'one') return readMoment(text, field, null, zone) ?? readToken(text)
  if (text.startsWith('[')) return readListToken(text)
  return text.split(',').map((one, at) => {
    if (one === '') return null
    return readMoment(one, field, endAt(shape, at), zone) ?? readToken(one)
  })
}

const isEmpty = (value: unknown) => value === null || value === undefined

const endAt = (shape: ConditionShape, at: number): End =>
  shape !== 'range' ? null : at === 0 ? 'from' : 'to'
