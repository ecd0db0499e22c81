import type { WidgetDesign } from '@runtime/widget/design'
import type { ButtonSettings } from './definition'

export const design: WidgetDesign<ButtonSettings> = {
  events: ['click'],
  members: { align: 'left', buttonText: '按钮', type: '' },
  stored: { do: null },
}
