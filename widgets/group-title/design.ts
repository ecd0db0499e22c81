import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  order: 2,
  keywords: ['标题', '小标题', '分组', 'heading', 'title', 'section'],
  members: { content: '组标题', helpMessage: '', contentPosition: 'left' },
}
