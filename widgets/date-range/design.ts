import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { defaultValue: [] },
  events: ['change'],
  placeholder: '请选择',
  members: { format: 'yyyy-MM-dd', clearable: true },
}
