import { definePeople, peopleFlag } from '@runtime/widget/define-people'
import type { PeopleSettings } from '@runtime/widget/people'
import { given, readFlag, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** Settings of an organisation. */
export interface OrganizeSettings extends PeopleSettings {
  /** Only those that the person may manage (`spec/widgets.md §6`). */
  readonly auth: boolean
  readonly topNode: boolean
  /** Companies without their departments. */
  readonly onlyOrganizations: boolean
  /** Path of the field with the id of the organisation being edited: it and what is below it is left out. */
  readonly currentField?: string
}

/** A company or department with all that stands above it; the value is the path of ids, or with `multiple` a list of paths. */
export const definition = definePeople<OrganizeSettings>({
  key: 'organize-select',
  jnpfKeys: ['organizeSelect', 'comSelect'],
  of: 'organize',
  title: '@picker.organize',
  icon: 'MindMapping',
  example: { field: { default: ['demo-group', 'demo-farm', 'demo-irrigation'] } },
  settings: {
    auth: peopleFlag('auth'),
    topNode: peopleFlag('topNode'),
    onlyOrganizations: peopleFlag('onlyOrganizations'),
    currentField: Type.Optional(
      Type.String({
        title: '@picker.setting.currentField',
        description: '@picker.setting.currentFieldHelp',
      }),
    ),
  },
  defaults: { auth: false, topNode: false, onlyOrganizations: false },
  fromFormData: (field) =>
    given({
      auth: readFlag(field['auth']),
      topNode: readFlag(field['topNode']),
      onlyOrganizations: readFlag(field['onlyOrganizations']),
      currentField: readText(field['currentField']),
    }),
})
