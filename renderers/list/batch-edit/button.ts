import { constant } from '@runtime/expression'
import { isBatchField } from '@runtime/form/evaluate/accepts'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { propOfPath } from '@runtime/list/fields'
import { ON_SELECTION } from '@runtime/list/on-selection'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { isEdited } from '@widgets/edited'

const EDIT = 'btn_edit'
const BUTTON: ButtonPlan = {
  key: 'toolbar-batchEdit',
  value: 'batchEdit',
  code: EDIT,
  icon: 'Edit',
  text: constant('@list.batchEdit'),
}

/**
 * The list with the button that changes many records at once: whoever may edit one may edit many. Where a model has the button of its
 * own, its right is asked for beside the right to edit.
 */
export function withBatchEdit(list: ListPlan, form: FormPlan, permissions: Permissions): ListPlan {
  const others = list.toolbar.filter(({ value }) => value !== BUTTON.value)
  const own = list.toolbar.find(({ value }) => value === BUTTON.value)
  const mayEdit = permissions.button(EDIT) && list.row.some(({ value }) => value === 'edit')
  if (!mayEdit || batchFields(form, permissions, 1).length === 0) return { ...list, toolbar: others }
  if (own) return list
  const first = others.findIndex(({ value }) => ON_SELECTION.has(value))
  const at = first === -1 ? others.length : first
  return { ...list, toolbar: [...others.slice(0, at), BUTTON, ...others.slice(at)] }
}

/** The fields in which the person can give so many records one value. */
export function batchFields(form: FormPlan, permissions: Permissions, count: number): readonly FieldPlan[] {
  return [...form.fields.values()].filter(
    (field) =>
      isBatchField(field, form) &&
      permissions.fill(propOfPath(field.path)) &&
      isEdited(field.definition) &&
      // No two records may have the same value there.
      !(field.unique && count > 1),
  )
}
