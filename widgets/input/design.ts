import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
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
}
