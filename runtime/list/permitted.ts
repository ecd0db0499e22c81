import type { ListPlan } from './plan'

/**
 * A list for somebody who may not see all of its fields: what is closed to them is no column, is nothing to search or ask by, and orders
 * or groups nothing, so that the list never asks the server what it would refuse.
 * @param may by path
 */
export function permittedPlan(plan: ListPlan, may: (path: string) => boolean): ListPlan {
  const { tree, sort, group, ...rest } = plan
  const isOpen = ({ path }: { readonly path: string }) => may(path)
  return {
    ...rest,
    columns: plan.columns.filter(isOpen),
    search: plan.search.filter(isOpen),
    queryable: plan.queryable.filter(isOpen),
    sort: sort && may(sort.field) ? sort : null,
    ...(tree && may(tree.field) && { tree }),
    // The server answers such rows plain.
    ...(group && (may(group.path) ? { group } : { kind: 'plain', nested: false })),
  }
}
