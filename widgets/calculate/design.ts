import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  isNamed: false,
  members: { expression: [], thousands: false, isAmountChinese: false, precision: 2, isStorage: 0 },
}
