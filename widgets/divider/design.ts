import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  members: { content: '', contentPosition: 'center' },
}
