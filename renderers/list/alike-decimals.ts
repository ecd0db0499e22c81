import type { ColumnPlan } from '@runtime/list/plan'
import { holdsNumbers } from './holds-numbers'
import { type Row, rawOf } from './source'

/** Decimals beyond which a number is no measure for the others of its column. */
const MOST = 4
const NUMBER = /^-?[\d,]+(?:\.(\d+))?$/

/** Columns whose numbers keep the decimals that they have, with as many for all as the longest among the rows has. */
export function withDecimals(columns: readonly ColumnPlan[], rows: readonly Row[]): readonly ColumnPlan[] {
  return columns.map((column) => {
    if (!keepsDecimals(column)) return column
    const longest = rows.reduce((most, row) => Math.max(most, decimalsIn(row, column.path)), 0)
    return longest === 0 ? column : { ...column, decimals: Math.min(MOST, longest) }
  })
}

/** A number's text with the decimals of its column. */
export function alike({ decimals = 0 }: ColumnPlan, text: string): string {
  const fraction = decimals > 0 ? NUMBER.exec(text)?.[1] : undefined
  if (decimals === 0 || !NUMBER.test(text) || (fraction?.length ?? 0) >= decimals) return text
  return fraction === undefined
    ? `${text}.${'0'.repeat(decimals)}`
    : text + '0'.repeat(decimals - fraction.length)
}

function keepsDecimals(column: ColumnPlan): boolean {
  const { field, value, path } = column
  return holdsNumbers(column) && !value && !path.includes('.') && field?.settings['precision'] === undefined
}

function decimalsIn(row: Row, path: string): number {
  return NUMBER.exec(String(row[path] ?? rawOf(row, path) ?? ''))?.[1]?.length ?? 0
}
