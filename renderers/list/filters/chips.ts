import type { FieldPlan } from '@runtime/form/plan'
import { needsValue } from '@runtime/list/condition-draft'
import type { ListPlan } from '@runtime/list/plan'
import { isBlank } from '@runtime/list/values'
import type { Text } from '@runtime/text'
import type { ListQuery } from '../source'

/** One thing that a list is filtered by. */
export interface Chip {
  readonly key: string
  readonly label: Text
  /** What shows the value; absent: the label says all, or `words` do. */
  readonly field?: FieldPlan | undefined
  readonly value?: unknown
  /** What stands for the value, or how it is compared where that is not the usual way. */
  readonly words?: string | undefined
  readonly isRange?: boolean
  readonly without: (query: ListQuery) => Partial<ListQuery>
}

/** Comparisons that go without saying. */
const USUAL: ReadonlySet<string> = new Set(['like', 'in', 'between', '=='])

/** All that a list is filtered by, in the order in which it is shown. */
export function chipsOf(
  plan: ListPlan,
  query: ListQuery,
  symbolText: (symbol: string) => string,
): readonly Chip[] {
  const { search, superQuery, keyword, filters } = query
  const searched = plan.search.flatMap((one): readonly Chip[] => {
    if (isBlank(search[one.path])) return []
    return [
      {
        key: `search ${one.path}`,
        ...{ label: one.label, field: one.field, value: search[one.path] },
        isRange: one.operator === 'between',
        without: ({ search: known }) => ({ search: withoutPath(known, one.path) }),
      },
    ]
  })
  const columns = plan.columns.flatMap(({ path, label, field }): readonly Chip[] => {
    const filter = filters?.[path]
    if (!filter) return []
    return [
      {
        ...{ key: `filter ${path}`, label, field },
        ...(needsValue(filter.symbol) && { value: filter.value }),
        words: USUAL.has(filter.symbol) ? undefined : symbolText(filter.symbol),
        isRange: filter.symbol === 'between',
        without: ({ filters: known }) => ({ filters: withoutPath(known ?? {}, path) }),
      },
    ]
  })
  return [
    ...placeOf(plan, search),
    ...(isBlank(keyword)
      ? []
      : [
          {
            key: 'keyword',
            label: '@common.keyword',
            words: String(keyword),
            without: () => ({ keyword: '' }),
          },
        ]),
    ...searched,
    ...columns,
    ...(superQuery === null
      ? []
      : [{ key: 'super', label: '@view.superQuery', without: () => ({ superQuery: null }) }]),
  ]
}

/** The node of the tree beside the list. */
function placeOf({ tree, form }: ListPlan, search: ListQuery['search']): readonly Chip[] {
  const path = tree?.field
  if (path === undefined || isBlank(search[path])) return []
  const field = form?.fields.get(path)
  const without = ({ search: known }: ListQuery) => ({ search: withoutPath(known, path) })
  return [
    { key: 'tree', label: field?.label || '@list.byTree', field, value: field && search[path], without },
  ]
}

function withoutPath<T>(values: Readonly<Record<string, T>>, path: string): Readonly<Record<string, T>> {
  const { [path]: _gone, ...rest } = values
  return rest
}

/** A question without any filter, nor those that the list begins with. */
export const UNFILTERED: Partial<ListQuery> = {
  search: {},
  filters: undefined,
  superQuery: null,
  keyword: '',
}
