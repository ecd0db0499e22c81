import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 3,
  keywords: ['分隔线', '分割', '横线', 'line', 'separator'],
  members: { content: '', contentPosition: 'center' },
}
