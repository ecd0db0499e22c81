import type { WidgetDesign } from '@runtime/widget/design'
import { sampleText } from '@runtime/widget/sample'
import { interfaceRefs, storedParams } from '@runtime/widget/stored'
import type { AutoCompleteSettings } from './definition'

export const design: WidgetDesign<AutoCompleteSettings> = {
  order: 6,
  keywords: ['自动补全', '联想', '建议', '提示输入', 'suggest', 'typeahead'],
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
  sample: ({ maxlength }, index) => sampleText(['北京', '上海', '广州'], index, maxlength),
}
