import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  events: ['change'],
  members: { min: 0, max: 100, step: 1, showStops: false, range: false },
}
