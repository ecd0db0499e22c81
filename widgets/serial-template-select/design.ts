import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  events: ['change'],
  placeholder: '请选择',
  members: { clearable: true },
}
