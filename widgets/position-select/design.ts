import type { WidgetDesign } from '@runtime/widget/design'
import type { PeopleSettings } from '@runtime/widget/people'
import { inConfig, peopleRefs, storedIds } from '@runtime/widget/stored'

export const design: WidgetDesign<PeopleSettings> = {
  order: 4,
  keywords: ['岗位', '职位', '职务', 'position', 'job', 'post'],
  config: { defaultCurrent: false },
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableIds: [], multiple: false, clearable: true },
  stored: { defaultCurrent: inConfig('defaultCurrent'), ableIds: storedIds('ableIds') },
  refs: peopleRefs,
}
