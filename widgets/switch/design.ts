import type { WidgetDesign } from '@runtime/widget/design'

export const design: WidgetDesign = {
  config: { defaultValue: 0 },
  events: ['change'],
  members: {
    activeTxt: '开',
    inactiveTxt: '关',
    activeColor: null,
    inactiveColor: null,
    activeValue: 1,
    inactiveValue: 0,
  },
}
