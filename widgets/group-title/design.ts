import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  members: { content: '组标题', helpMessage: '', contentPosition: 'left' },
}
