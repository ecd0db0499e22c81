import type { WidgetDesign } from '@runtime/widget/design'
import type { PeopleSettings } from '@runtime/widget/people'
import { inConfig, peopleRefs, storedIds } from '@runtime/widget/stored'

export const design: WidgetDesign<PeopleSettings> = {
  order: 6,
  keywords: ['分组', '用户组', 'group', 'team'],
  config: { defaultCurrent: false },
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableIds: [], multiple: false, clearable: true },
  stored: { defaultCurrent: inConfig('defaultCurrent'), ableIds: storedIds('ableIds') },
  refs: peopleRefs,
}
