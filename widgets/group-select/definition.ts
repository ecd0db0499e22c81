import { definePeople } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'

/** One group of people or several; the value is an id, or with `multiple` a list. */
export const definition = definePeople<PeopleSettings>({
  key: 'group-select',
  jnpfKeys: ['groupSelect'],
  of: 'group',
  title: '@picker.group',
  icon: 'UserGroup',
  example: { field: { default: 'demo-night-watch' } },
})
