import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { plainStore } from '../value-form'

/** The name of the one field that the value is given in. */
export const VALUE = 'value'

/** A field of a form by itself, in its own widget: it may be emptied, and what depends on others is the server's to judge. */
export function valueStoreOf(field: FieldPlan, host: Host): FormStore {
  const { place: _place, tip: _tip, labelWidth: _width, ...rest } = field
  const free: FieldPlan = {
    ...rest,
    path: VALUE,
    name: VALUE,
    key: VALUE,
    label: '@view.batchValue',
    showLabel: true,
    defaultValue: null,
    required: false,
    visible: true,
    disabled: false,
    readonly: false,
    unique: false,
    computed: false,
  }
  return plainStore([free], host)
}
