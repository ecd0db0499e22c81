import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { rowType: 'layout' },
  members: { type: 'default', justify: 'start', align: 'top' },
}
