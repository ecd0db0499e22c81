import type { WidgetDesign } from '@runtime/widget/design'
import type { PeopleSettings } from '@runtime/widget/people'
import { inConfig, peopleRefs, storedIds } from '@runtime/widget/stored'

export const design: WidgetDesign<PeopleSettings> = {
  order: 2,
  keywords: ['部门', '科室', 'department', 'dept'],
  config: { defaultCurrent: false },
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableIds: [], multiple: false, clearable: true },
  stored: { defaultCurrent: inConfig('defaultCurrent'), ableIds: storedIds('ableIds') },
  refs: peopleRefs,
}
