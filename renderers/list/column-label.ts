import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'

/** A sub-table's column is named with its table: 采购明细-数量. */
export function labelOf({ path, label }: ColumnPlan, { form }: ListPlan, host: Pick<Host, 'text'>): string {
  const table = path.includes('.') ? form?.fields.get(path.split('.')[0] ?? '') : undefined
  return table ? `${host.text(table.label)}-${host.text(label)}` : host.text(label)
}
