import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { defaultValue: 0 },
  events: ['change'],
  members: { count: 5, allowHalf: false, showText: false, showScore: false },
}
