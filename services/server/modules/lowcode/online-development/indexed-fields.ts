import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { ReleasedModel } from '../visual-development/released'

/** Most indexes a model gets; each makes every write of its records a little slower. */
const MOST = 12

/** Fields whose index a list is likely to need: its order, what it sorts by, its tree, what it compares with. */
export function indexedFields({ form, list }: ReleasedModel): readonly FieldPlan[] {
  if (!list || list.interfaceId !== undefined) return []
  const paths = [
    ...(list.sort ? [list.sort.field] : []),
    ...(list.tree ? [list.tree.field] : []),
    ...(list.calendar ? [list.calendar.field] : []),
    ...list.columns.filter((column) => column.sortable).map((column) => column.path),
    // A search inside texts cannot use one.
    ...list.search.filter((search) => search.operator !== 'contains').map((search) => search.path),
  ]
  const fields = [...new Set(paths)].map((path) => form.fields.get(path))
  return fields
    .filter((field) => field !== undefined)
    .filter((field) => field.table === undefined && !isSecret(field))
    .slice(0, MOST)
}
