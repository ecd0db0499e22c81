import { definePeople } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'

/** People, and all whom departments, roles, positions and groups take in; the value is `id--type`, or with `multiple` a list. */
export const definition = definePeople<PeopleSettings>({
  key: 'users-select',
  jnpfKeys: ['usersSelect'],
  of: 'mixed',
  title: '@picker.mixed',
  icon: 'UserAdd',
  example: {
    field: {
      multiple: true,
      default: ['demo-irrigation--department', 'demo-person-090--user', 'demo-drought--group'],
    },
  },
})
