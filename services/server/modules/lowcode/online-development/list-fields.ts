import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { type ListPlan, listedColumns } from '@runtime/list'
import { type TreeFields, treeFieldsOf } from './parents'
import type { RecordRights } from './rights'

/** The fields that the list shows its caller. */
export function shownFields(list: ListPlan, { open }: RecordRights): readonly FieldPlan[] {
  return listedColumns(list)
    .flatMap(({ field }) => field ?? [])
    .filter((field) => open(field, 'list'))
}

/** The field that rows are grouped by, for whom its values are open: others have the rows one by one. */
export function groupFieldOf({ group }: ListPlan, { open }: RecordRights): FieldPlan | undefined {
  return group?.field && open(group.field, 'list') ? group.field : undefined
}

/** The fields of a tree table; null for other lists, and where the place of a record would tell a closed value. */
export function openTreeOf({
  list,
  form,
  rights,
}: {
  readonly list: ListPlan
  readonly form: FormPlan
  readonly rights: RecordRights
}): TreeFields | null {
  const tree = treeFieldsOf(list, form)
  const closed = [tree?.parent, tree?.key].some((field) => field && !rights.open(field, 'list'))
  return closed ? null : tree
}
