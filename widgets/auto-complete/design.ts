import type { WidgetDesign } from '@runtime/widget/design'
import { interfaceRefs, storedParams } from '@runtime/widget/stored'
import type { AutoCompleteSettings } from './definition'

export const design: WidgetDesign<AutoCompleteSettings> = {
  config: { trigger: 'blur' },
  events: ['change', 'blur'],
  placeholder: '请输入',
  members: {
    interfaceId: '',
    interfaceName: '',
    templateJson: [],
    relationField: 'fullName',
    total: 50,
    clearable: true,
  },
  stored: { params: storedParams },
  refs: interfaceRefs,
}
