import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { trigger: 'blur' },
  placeholder: '请输入',
}
