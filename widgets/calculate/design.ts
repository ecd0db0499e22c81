import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 4,
  keywords: ['公式', '合计', '求和', '计算字段', 'formula', 'sum', 'total', 'computed'],
  isNamed: false,
  members: { expression: [], thousands: false, isAmountChinese: false, precision: 2, isStorage: 0 },
}
