import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { trigger: 'blur' },
  placeholder: '请输入',
  members: {
    type: 'textarea',
    autoSize: { minRows: 4, maxRows: 4 },
    maxlength: null,
    showWordLimit: true,
    readonly: false,
  },
}
