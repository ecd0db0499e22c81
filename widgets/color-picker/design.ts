import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  events: ['change'],
  members: { showAlpha: false, colorFormat: '', size: 'small' },
}
