import { definePeople } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'

/** One role or several; the value is an id, or with `multiple` a list. */
export const definition = definePeople<PeopleSettings>({
  key: 'role-select',
  jnpfKeys: ['roleSelect'],
  of: 'role',
  title: '@picker.role',
  icon: 'Safe',
  example: { field: { multiple: true, collapseTags: true } },
})
