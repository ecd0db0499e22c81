import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 8,
  keywords: ['星级', '打分', '满意度', '评价', 'star', 'score', 'rating'],
  config: { defaultValue: 0 },
  events: ['change'],
  members: { count: 5, allowHalf: false, showText: false, showScore: false },
  sample: ({ count }, index) => count - (index % Math.min(2, count)),
}
