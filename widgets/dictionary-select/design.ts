import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 7,
  keywords: ['字典', '数据字典', 'dictionary'],
  events: ['change'],
  placeholder: '请选择',
  members: { multiple: false, filterable: true, clearable: true },
}
