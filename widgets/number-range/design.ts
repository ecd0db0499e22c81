import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { defaultValue: [] },
  events: ['change'],
}
