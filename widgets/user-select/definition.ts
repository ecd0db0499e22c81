import { definePeople, peopleFlag } from '@runtime/widget/define-people'
import { type PeopleSettings, USER_SELECT_TYPES } from '@runtime/widget/people'
import { given, readFlag, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of a user. */
export interface UserSettings extends PeopleSettings {
  /** Offers the one who is signed in when the value is used. */
  readonly hasSys: boolean
}

/** One person or several; the value is an id, or with `multiple` a list. */
export const definition = definePeople<UserSettings>({
  key: 'user-select',
  jnpfKeys: ['userSelect'],
  of: 'user',
  title: '@picker.user',
  icon: 'User',
  example: { field: { default: 'demo-person-090' } },
  selectTypes: USER_SELECT_TYPES,
  settings: {
    hasSys: peopleFlag('hasSys'),
    relationField: Type.Optional(
      Type.String({
        title: '@picker.setting.relationField',
        description: '@picker.setting.relationFieldHelp',
      }),
    ),
  },
  defaults: { hasSys: false },
  fromFormData: (field) =>
    given({
      hasSys: readFlag(field['hasSys']),
      relationField: readText(field['relationField'])?.replace('-', '.'),
    }),
  dependsOn: ({ selectType, relationField }) =>
    relationField !== undefined && selectType !== 'all' && selectType !== 'custom' ? [relationField] : [],
})
