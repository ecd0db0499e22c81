import { definePeople, peopleFlag } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'
import { given, readFlag } from '@runtime/widget/read'

/** Settings of a department. */
export interface DepartmentSettings extends PeopleSettings {
  /** Only those that the person may manage (`spec/widgets.md §6`). */
  readonly auth: boolean
}

/** One department or several; the value is an id, or with `multiple` a list. */
export const definition = definePeople<DepartmentSettings>({
  key: 'department-select',
  jnpfKeys: ['depSelect'],
  of: 'department',
  title: '@picker.department',
  icon: 'Branch',
  example: { field: { default: 'demo-irrigation' } },
  settings: { auth: peopleFlag('auth') },
  defaults: { auth: false },
  fromFormData: (field) => given({ auth: readFlag(field['auth']) }),
})
