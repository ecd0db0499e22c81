import type { ColumnPlan } from '@runtime/list/plan'

/** Whether a column's values are numbers: none of them is ever half shown. */
export function holdsNumbers({ align, field, thousands }: ColumnPlan): boolean {
  const { group, sort } = field?.definition ?? {}
  return align === 'right' || thousands || (group === 'text' && sort === 'number')
}

/** Whether its numbers are amounts, the last that have no room: those with decimals or with marks between their thousands. */
export function holdsAmounts(column: ColumnPlan): boolean {
  const { thousands, precision } = column.field?.settings ?? {}
  return holdsNumbers(column) && (column.thousands || thousands === true || Number(precision ?? 0) > 0)
}

/** Widgets that draw something else than their text. */
const DRAWN: ReadonlySet<string> = new Set([
  'image-upload',
  'file-upload',
  'rate',
  'slider',
  'color-picker',
  'barcode',
  'qrcode',
  'rich-text',
  'switch',
])

/** Whether a column draws something else than text. */
export const isDrawn = ({ field }: ColumnPlan): boolean => DRAWN.has(field?.widget ?? '')
