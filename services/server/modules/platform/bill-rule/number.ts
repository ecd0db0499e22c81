import { formatDate } from '@runtime/date'
import { TIME_ZONE } from '../../../time-zone'

/** What a number is made of. */
export interface NumberForm {
  readonly prefix: string
  readonly dateFormat: 'yyyyMMdd' | 'yyyyMM' | 'yyyy' | 'no'
  readonly digit: number
}

/** The date part of a number drawn at a moment, in the farm's time zone; numbers count anew with each. */
export function periodOf(format: NumberForm['dateFormat'], at: Date): string {
  return format === 'no' ? '' : formatDate(at.getTime(), format, TIME_ZONE)
}

/** Prefix, date and the running number padded to its digits; one that has outgrown them is written whole. */
export function formatNumber(rule: NumberForm, period: string, running: number): string {
  return rule.prefix + period + String(running).padStart(rule.digit, '0')
}
