import { definePeople } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'

/** One position or several; the value is an id, or with `multiple` a list. */
export const definition = definePeople<PeopleSettings>({
  key: 'position-select',
  jnpfKeys: ['posSelect'],
  of: 'position',
  title: '@picker.position',
  icon: 'Idcard',
  example: { field: { default: 'demo-group-head' } },
})
