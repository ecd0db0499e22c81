import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import type { Text } from '@runtime/text'
import { holdsNumbers } from './holds-numbers'

/** A sub-table's column is named with its table: 采购明细-数量. */
export function labelOf({ path, label }: ColumnPlan, { form }: ListPlan, host: Pick<Host, 'text'>): string {
  const table = path.includes('.') ? form?.fields.get(path.split('.')[0] ?? '') : undefined
  return table ? `${host.text(table.label)}-${host.text(label)}` : host.text(label)
}

/** What says of a label that it names its unit already. */
const NAMED = /[()（）]/

/** A column as its head calls it: numbers, which stand there without their unit, have it in their name. */
export function headingOf(column: ColumnPlan, host: Pick<Host, 'text'>): string {
  const label = host.text(column.label)
  const { addonAfter } = column.field?.settings ?? {}
  if (!addonAfter || label === '' || !holdsNumbers(column)) return label
  const unit = host.text(addonAfter as Text).trim()
  return unit === '' || NAMED.test(label) || label.endsWith(unit)
    ? label
    : host.text('@list.withUnit', { label, unit })
}
