import type { FieldPlan } from '@runtime/form/plan'
import { type ColumnFilter, filterField, filterSymbols } from '@runtime/list/column-filters'
import { type ConditionShape, shapeOf } from '@runtime/list/condition-draft'
import { conditionPlans } from '@runtime/list/condition-fields'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'
import type { ListQuery } from '../source'

/** How a column is asked what its values are to be. */
export interface Asking {
  readonly field: FieldPlan
  /** The comparisons to choose from; empty: the list's search has its own. */
  readonly symbols: readonly string[]
  readonly now: ColumnFilter | null
  shapeOf(symbol: string): ConditionShape
  /** The question that a filter makes of another; null: the column is not filtered any more. */
  change(query: ListQuery, filter: ColumnFilter | null): Partial<ListQuery>
}

/** Whether a list can be asked for values of a column. */
export function isFilterable(plan: ListPlan, column: ColumnPlan): boolean {
  return isSearchField(plan, column.path) || filterField(plan, column) !== undefined
}

/** Whether it is. */
export function isFiltered(plan: ListPlan, { search, filters }: ListQuery, path: string): boolean {
  return isSearchField(plan, path) ? !isBlank(search[path]) : filters?.[path] !== undefined
}

const isSearchField = ({ search }: ListPlan, path: string) => search.some((one) => one.path === path)

/** How a column is asked: by its field of the search line where it has one, so that there is one answer to both, else by a condition. */
export function askingOf(plan: ListPlan, column: ColumnPlan, query: ListQuery): Asking | null {
  const { path } = column
  const search = plan.search.find((one) => one.path === path)
  if (search) {
    const shape = search.operator === 'between' ? 'range' : search.multiple ? 'several' : 'one'
    const value = query.search[path]
    return {
      field: search.field,
      symbols: [],
      now: isBlank(value) ? null : { symbol: '', value },
      shapeOf: () => shape,
      change({ search: known }, filter) {
        const { [path]: _gone, ...rest } = known
        const sought = typeof filter?.value === 'string' ? filter.value.trim() : filter?.value
        return { search: isBlank(sought) ? rest : { ...rest, [path]: sought } }
      },
    }
  }
  const field = filterField(plan, column)
  if (!field) return null
  return {
    field: field.widget === 'switch' ? asChoice(field) : field,
    symbols: filterSymbols(field),
    now: query.filters?.[path] ?? null,
    shapeOf,
    change({ filters }, filter) {
      const { [path]: _gone, ...rest } = filters ?? {}
      return { filters: filter === null ? rest : { ...rest, [path]: filter } }
    },
  }
}

/** A switch is on or off or not asked for: of the two one is chosen. */
function asChoice(field: FieldPlan): FieldPlan {
  const { activeValue = 1, inactiveValue = 0, activeTxt, inactiveTxt } = field.settings
  const options = [
    { value: activeValue, label: activeTxt || '@common.yes' },
    { value: inactiveValue, label: inactiveTxt || '@common.no' },
  ]
  const plan = conditionPlans([
    { name: field.path, label: field.label, type: 'select', options: options as never },
  ])
  return plan.get(field.path) ?? field
}
