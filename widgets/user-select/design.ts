import type { WidgetDesign } from '@runtime/widget/design'
import { fieldRef, inConfig, peopleRefs, storedField, storedIds } from '@runtime/widget/stored'
import type { UserSettings } from './definition'

export const design: WidgetDesign<UserSettings> = {
  order: 1,
  keywords: ['人员', '用户', '成员', '员工', '负责人', '经办人', 'member', 'person', 'user', 'staff'],
  config: { defaultCurrent: false },
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableIds: [], relationField: '', multiple: false, clearable: true },
  stored: {
    defaultCurrent: inConfig('defaultCurrent'),
    ableIds: storedIds('ableIds'),
    relationField: storedField('relationField'),
  },
  places: {
    relationField: {
      section: 'data',
      format: 'field',
      when: "selectType != 'all' && selectType != 'custom'",
    },
  },
  refs: (settings) => [...peopleRefs(settings), ...fieldRef(settings.relationField, ['relationField'])],
}
