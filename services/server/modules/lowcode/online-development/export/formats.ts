import { PLACES } from '@runtime/date'
import type { FieldPlan } from '@runtime/form/plan'
import type { WorkbookColumn } from '../../../../sheets/worksheet'
import { readsOf } from '../import/fields'

/** How a spreadsheet shows a field's numbers and moments: as the list does. */
export function formatsOf(field: FieldPlan): Pick<WorkbookColumn, 'format' | 'whole'> {
  const { format, precision, thousands } = field.settings
  if (field.widget === 'date-picker')
    return typeof format === 'string' ? { format: momentFormat(format) } : {}
  if (readsOf(field) !== 'number') return {}
  const whole = thousands === true ? '#,##0' : '0'
  if (typeof precision === 'number')
    return { format: precision > 0 ? `${whole}.${'0'.repeat(precision)}` : whole }
  // As many decimals as there are; a long whole number is not shortened to powers of ten.
  return thousands === true ? { format: '#,##0.##########', whole } : { whole }
}

/** A pattern of dates (`yyyy-MM-dd HH:mm`) in the words of spreadsheets. */
export function momentFormat(pattern: string): string {
  let format = ''
  let from = 0
  for (const { 0: place, index } of pattern.matchAll(PLACES)) {
    format += literal(pattern.slice(from, index))
    format += place.startsWith("'") ? literal(place.slice(1, -1)) : (PLACE[place] ?? place.toLowerCase())
    from = index + place.length
  }
  return format + literal(pattern.slice(from))
}

const PLACE: Readonly<Record<string, string>> = { SSS: '000' }
const literal = (text: string) => text.replace(/[^-:. ]+/g, (signs) => `"${signs.replaceAll('"', '')}"`)
