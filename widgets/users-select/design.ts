import type { WidgetDesign } from '@runtime/widget/design'
import type { PeopleSettings } from '@runtime/widget/people'
import { inConfig, peopleRefs, storedIds } from '@runtime/widget/stored'

export const design: WidgetDesign<PeopleSettings> = {
  order: 7,
  keywords: ['用户', '人员', '混合选择', '参与人', '抄送', 'participants', 'mixed'],
  config: { defaultCurrent: false },
  events: ['change'],
  placeholder: '请选择',
  members: { selectType: 'all', ableIds: [], multiple: false, clearable: true },
  stored: { defaultCurrent: inConfig('defaultCurrent'), ableIds: storedIds('ableIds') },
  refs: peopleRefs,
}
