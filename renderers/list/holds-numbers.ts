import type { ColumnPlan } from '@runtime/list/plan'

/** Whether a column's values are numbers: none of them is ever half shown, and they are the last that have no room. */
export function holdsNumbers({ align, field, thousands }: ColumnPlan): boolean {
  const { group, sort } = field?.definition ?? {}
  return align === 'right' || thousands || (group === 'text' && sort === 'number')
}
