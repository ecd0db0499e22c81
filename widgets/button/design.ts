import type { WidgetDesign } from '@runtime/widget/design'
import type { ButtonSettings } from './definition'

export const design: WidgetDesign<ButtonSettings> = {
  order: 6,
  keywords: ['按钮', '操作', '点击', 'action', 'click'],
  events: ['click'],
  members: { align: 'left', buttonText: '按钮', type: '' },
  stored: { do: null },
}
