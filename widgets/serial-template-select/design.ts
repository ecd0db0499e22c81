import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 11,
  keywords: ['单据', '模板', '编号规则', 'serial', 'template'],
  events: ['change'],
  placeholder: '请选择',
  members: { clearable: true },
}
