import type { WidgetDesign } from '@runtime/widget/design'
import { sampleText } from '@runtime/widget/sample'

export const design: WidgetDesign = {
  order: 1,
  keywords: ['单行', '文本', '文本框', '姓名', '标题', '单行文本', 'string', 'text'],
  config: { trigger: 'blur', unique: false },
  events: ['change', 'blur'],
  placeholder: '请输入',
  members: {
    clearable: true,
    addonBefore: '',
    addonAfter: '',
    prefixIcon: '',
    suffixIcon: '',
    maxlength: null,
    showWordLimit: false,
    showPassword: false,
    readonly: false,
  },
  sample: ({ maxlength }, index) => sampleText(['张三', '李娜', '王强', '赵敏'], index, maxlength),
}
